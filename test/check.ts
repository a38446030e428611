import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Glob } from 'bun'

/*
 * All that must hold before a change lands: `bun run check`. It says beforehand what that takes, and then which step,
 * and which file of tests, it is at. The last lines are the test runner's: how many tests passed and failed.
 */

const BUN = process.execPath

const STEPS: readonly [what: string, command: string, ...args: string[]][] = [
  ['packages', BUN, 'install', '--frozen-lockfile', '--silent'],
  ['packages of the clients', BUN, 'install', '--cwd', 'test/sdk', '--frozen-lockfile', '--silent'],
  ['audio core', BUN, 'run', 'build:wasm'],
  ['style', 'biome', 'ci', '--error-on-warnings'],
  ['types', 'tsc'],
]

const files = [...new Glob('test/**/*.test.ts').scanSync()].filter((file) => !file.includes('node_modules'))

console.log(`Purr is checked: packages, style, types, and ${files.length} files of tests.
It takes some 10 minutes on two idle cores, 1.2 GB of disk in this folder, and as much in the cache of packages.
The packages come from npm's registry; all else stays on this machine.
${process.env.TEST_DATABASE_URL ? 'The tests run on the Postgres of TEST_DATABASE_URL, too.' : 'The tests run on the embedded database; with TEST_DATABASE_URL on a Postgres, too.'}
`)

for (const [what, command, ...args] of STEPS) {
  console.log(`${what} …`)
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`check: ${what}: ${error?.message ?? 'failed, see above'}`)
    process.exit(1)
  }
}

const begin = performance.now()
const tests = spawn(BUN, ['test', '--parallel', '--no-isolate', '--timeout', '120000'], {
  stdio: ['inherit', 'inherit', 'pipe'],
})
const exited = new Promise<number>((resolve) => {
  tests.on('close', (code, signal) => {
    if (signal) console.error(`check: the tests were ended by ${signal}`)
    resolve(code ?? 1)
  })
})
/** The files that have begun. Those that run side by side are named again whenever their output goes on. */
const begun = new Set<string>()
let current: string | undefined
let named: string | undefined
for await (const line of createInterface({ input: tests.stderr })) {
  if (line === '' || line.startsWith('(pass) ')) continue
  const file = /^(\S+\.test\.ts):$/.exec(line)?.[1]
  if (file === undefined) {
    if (current !== named && !isCount(line)) {
      console.error(`${current}:`)
      named = current
    }
    console.error(line)
  } else {
    current = file
    if (begun.has(file)) continue
    begun.add(file)
    named = file
    console.error(`[${begun.size} of ${files.length}, ${minutes()}] ${file}`)
  }
}
process.exit(await exited)

/** Whether a line of the test runner is one of its counts at the end (" 12 pass", "Ran 12 tests …"). */
function isCount(line: string): boolean {
  return /^( +\d+ [a-z]|Ran )/.test(line)
}

/** The time since the tests began. */
function minutes(): string {
  return `${Math.floor((performance.now() - begin) / 60_000)} min`
}
