import { dlopen, ptr } from 'bun:ffi'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
// build.ts makes these two files.
import digest from './digest.txt' with { type: 'text' }
// @ts-expect-error no types
import archive from './tree.tar.zst' with { type: 'file' }

/*
 * The executable's own part. It unpacks Purr into the user's cache when this version is first started, and becomes the Bun that
 * is in the executable, which runs it: without arguments the server, with arguments a command of the operator.
 */

/** Unpacking takes seconds. What is older was left by a start that was killed (milliseconds). */
const ABANDONED = 3_600_000

const cache = join(homedir(), '.cache/purr')
const folder = join(cache, digest)

if (!existsSync(folder)) {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(cache).filter((each) => each.startsWith('unfinished-'))) {
    const begun = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (begun < Date.now() - ABANDONED) rmSync(join(cache, name), { recursive: true, force: true })
  }
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  const tree = await Bun.zstdDecompress(await Bun.file(archive).bytes())
  try {
    await new Bun.Archive(tree).extract(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Else another start was faster.
    if (!existsSync(folder)) {
      console.error(`purr: cannot unpack itself into ${cache} (${error}): it needs 200 MB there`)
      process.exit(1)
    }
  }
}

const [, , ...words] = process.argv
const program = words.length === 0 ? 'src/main.ts' : 'src/cli/main.ts'
become([process.execPath, join(folder, program), ...words], {
  BUN_BE_BUN: '1',
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  BUN_JSC_forceRAMSize: '536870912',
  BUN_JSC_maxNumWasmFastMemories: '1024',
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '1000000',
  ...process.env,
})

/** Replaces this process by another program, with the same process id. Returns only by throwing. */
function become(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): never {
  const { symbols } = dlopen('libc.so.6', { execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'int' } })
  const text = (words: readonly string[]) => words.map((word) => Buffer.from(`${word}\0`))
  const pointers = (texts: readonly Buffer[]) =>
    BigUint64Array.from([...texts.map((each) => BigInt(ptr(each))), 0n])
  const [words, variables] = [
    text(argv),
    text(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
  ]
  symbols.execve(ptr(words[0]!), ptr(pointers(words)), ptr(pointers(variables)))
  throw new Error(`${argv[0]} cannot be started again`)
}
