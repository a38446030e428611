import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const SOURCES = join(import.meta.dir, 'assembly')

const MODULE = join(import.meta.dir, 'build', 'audio.wasm')

/** The digest of what MODULE was made of. It is written last, so that an unfinished build is made again. */
const STAMP = join(import.meta.dir, 'build', 'sources.sha256')

/**
 * Compiles the audio core to MODULE, unless it was made of these sources and by this script. Several processes may build
 * at the same time, because each one renames its finished module into place.
 *
 * @returns whether the module was compiled
 * @throws Error with the compiler's message
 */
async function build(): Promise<boolean> {
  const sources = await digestOfSources()
  const isBuilt = await Bun.file(MODULE).exists()
  if (isBuilt && (await readFile(STAMP, 'utf8').catch(() => '')) === sources) return false
  const module = await compile()
  await mkdir(join(MODULE, '..'), { recursive: true })
  const unfinished = `${MODULE}.${process.pid}`
  await Bun.write(unfinished, module)
  await rename(unfinished, MODULE)
  await Bun.write(STAMP, sources)
  return true
}

async function digestOfSources(): Promise<string> {
  const names = (await readdir(SOURCES)).toSorted()
  const digest = createHash('sha256')
  for (const file of [import.meta.path, ...names.map((name) => join(SOURCES, name))])
    digest.update(`${relative(ROOT, file)}\n`).update(await readFile(file))
  return digest.digest('hex')
}

async function compile(): Promise<Uint8Array> {
  // Imported only when needed: loading the compiler takes longer than the digest.
  const { main } = await import('assemblyscript/asc')
  const files = new Map<string, Uint8Array>()
  // The stub runtime allocates and never frees. That is enough for the filters and the two buffers. Without an abort
  // function the module has no imports. The memory is 10 MiB from the start: it would leave JavaScript's views of it behind if
  // it grew. It takes room only where it is used, but Bun counts all of it, twice, and collects garbage as rarely as if it
  // were full.
  const options =
    '--runtime stub --use abort= --enable simd -O3 --initialMemory 160 --maximumMemory 160 --outFile audio.wasm'.split(
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
