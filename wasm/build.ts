import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const SOURCES = join(import.meta.dir, 'assembly')

const MODULE = join(import.meta.dir, 'build', 'audio.wasm')

/**
 * Compiles the audio core to MODULE, unless MODULE is newer than every source and this script. Several processes may
 * build at the same time, because each one renames its finished module into place.
 *
 * @returns whether the module was compiled
 * @throws Error with the compiler's message
 */
async function build(): Promise<boolean> {
  if (await upToDate()) return false
  const module = await compile()
  await mkdir(join(MODULE, '..'), { recursive: true })
  const unfinished = `${MODULE}.${process.pid}`
  await Bun.write(unfinished, module)
  await rename(unfinished, MODULE)
  return true
}

async function upToDate(): Promise<boolean> {
  if (!(await Bun.file(MODULE).exists())) return false
  const names = await readdir(SOURCES)
  const sources = [import.meta.path, ...names.map((name) => join(SOURCES, name))]
  const changes = await Promise.all(sources.map(async (path) => (await stat(path)).mtimeMs))
  return Math.max(...changes) <= (await stat(MODULE)).mtimeMs
}

async function compile(): Promise<Uint8Array> {
  // Imported only when needed: loading the compiler takes longer than the check of the timestamps.
  const { main } = await import('assemblyscript/asc')
  const files = new Map<string, Uint8Array>()
  // The stub runtime allocates and never frees. That is enough for the filters and the two buffers. Without an abort
  // function the module has no imports. The memory is 32 MiB from the start, which takes room only where it is used: it
  // would leave JavaScript's views of it behind if it grew.
  const options =
    '--runtime stub --use abort= --enable simd -O3 --initialMemory 512 --maximumMemory 512 --outFile audio.wasm'.split(
      ' ',
    )
  const { error, stderr } = await main([join(SOURCES, 'index.ts'), ...options], {
    writeFile: (name, contents) => void files.set(name, contents as Uint8Array),
  })
  const module = files.get('audio.wasm')
  if (error !== null || module === undefined) throw new Error(`The audio core does not compile.\n${stderr}`)
  return module
}

if (await build()) console.log(`built ${relative(ROOT, MODULE)}`)
