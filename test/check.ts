import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, constants, getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
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
  ['dashboard', BUN, 'run', 'build:dashboard'],
  ['style', 'biome', 'ci', '--error-on-warnings'],
  // One checker: several would each work out most types again, for twice the processor time.
  ['types', 'tsc', '--checkers', '1'],
  ['types of the dashboard', BUN, 'run', 'types:dashboard'],
]

/** Files of tests that run side by side: two more than there are cores, because tests also wait. */
const SIDE_BY_SIDE = availableParallelism() + 2

/**
 * How long each file took when that was last measured (`bun run test:durations`): the longest begin first, so that none runs
 * alone at the end.
 */
const DURATIONS = 'test/durations.json'

/**
 * Bun returns freed memory to the system, and soon gets it again: a quarter of the processor time of most tests, and of the
 * start of a server. Those that measure the memory of a process start it without this (`RETURNS_MEMORY`).
 */
const KEEPS_MEMORY = { MIMALLOC_PURGE_DELAY: '-1' }

/**
 * Beyond eight instances of WebAssembly with the fastest kind of memory, Bun collects all garbage before it makes another. A process
 * that has run many files has much to look through, and each decoder of a clip is an instance.
 */
const FAST_MEMORIES = { BUN_JSC_maxNumWasmFastMemories: '1024' }

/**
 * Tests, and the servers that they start, run with the priority to which the analysis of a clip yields. It would get next to nothing
 * beside several files of tests that compute.
 */
const NICENESS = 10

/** A file system in memory, and the room that there has to be in it (bytes): tests need a tenth of it. */
const MEMORY = '/dev/shm'
const ROOM = 4e9

/**
 * What is running now. It leads a session, to which all belong that it starts: the processes of the test runner and of the
 * tests.
 */
let running: ChildProcess | undefined

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (running?.pid !== undefined) endSession(running.pid)
    process.exit(128 + constants.signals[signal])
  })
}

const files = [...new Glob('test/**/*.test.ts').scanSync()].filter((file) => !file.includes('node_modules'))

console.log(`Purr is checked: packages, style, types, and ${files.length} files of tests.
It takes 10 to 25 minutes on two cores, 1.2 GB of disk in this folder, and as much in the cache of packages.
The packages come from npm's registry; all else stays on this machine.
${process.env.TEST_DATABASE_URL ? 'The tests run on the Postgres of TEST_DATABASE_URL, too.' : 'The tests run on the embedded database; with TEST_DATABASE_URL on a Postgres, too.'}
`)

for (const [what, command, ...args] of STEPS) {
  console.log(`${what} …`)
  const complaint = await ended(start(command, args, { stdio: 'inherit' }))
  if (complaint !== undefined) {
    console.error(`check: ${what}: ${complaint}`)
    process.exit(1)
  }
}

const scratch = makeScratch()
const begin = performance.now()
const options = [`--parallel=${SIDE_BY_SIDE}`, '--no-isolate', '--timeout', '120000', '--timings', DURATIONS]
// Of this process, and so of those that it starts. Only root may raise one that is lower.
setPriority(Math.max(NICENESS, getPriority()))
// Without the .env of this checkout: it may configure a server that serves people.
const tests = start(BUN, ['--no-env-file', 'test', ...options, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'pipe'],
  env: { ...process.env, ...KEEPS_MEMORY, ...FAST_MEMORIES, TMPDIR: scratch, TEST_SHARED_FOLDER: scratch },
})
process.on('exit', () => {
  endSession(tests.pid!) // what a test has left running could write on
  rmSync(scratch, { recursive: true, force: true })
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
for await (const line of createInterface({ input: tests.stderr! })) {
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

/**
 * Makes a folder for all that the tests write: in memory, where there is room for it. A disk takes ten times as long to copy a
 * database.
 */
function makeScratch(): string {
  const root = takesPrograms(MEMORY) && roomIn(MEMORY) >= ROOM ? MEMORY : tmpdir()
  const folder = mkdtempSync(join(root, 'purr-check-'))
  chmodSync(folder, 0o711) // a Postgres that is started by root belongs to another user
  return folder
}

/** Whether a file system is mounted on a folder from which programs may be run. */
function takesPrograms(folder: string): boolean {
  if (!existsSync('/proc/mounts')) return false // it is Linux's
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === folder)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

/** In bytes. */
function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Whether a line of the test runner is one of its counts at the end (" 12 pass", "Ran 12 tests …"). */
function isCount(line: string): boolean {
  return /^( +\d+ [a-z]|Ran )/.test(line)
}

/** The time since the tests began. */
function minutes(): string {
  return `${Math.floor((performance.now() - begin) / 60_000)} min`
}

function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  running = spawn(command, args, { ...options, detached: true })
  return running
}

/** Resolves with what is wrong when a step has ended, or with undefined. */
function ended(step: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    step.on('error', ({ message }) => resolve(message))
    step.on('exit', (code) => resolve(code === 0 ? undefined : 'failed, see above'))
  })
}

/** Ends all processes of a session, until there are no more. What is being checked needs no orderly end. */
function endSession(leader: number): void {
  while (true) {
    const pids = existsSync('/proc/self/stat') ? membersInProc(leader) : membersByPs(leader)
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it has ended meanwhile
      }
    }
  }
}

/** The processes of a session, as Linux lists them: a small image has no ps. A zombie has ended. */
function membersInProc(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        // The fields after the name: state, parent, group, session.
        const [state, , , session] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
        return Number(session) === leader && state !== 'Z'
      } catch {
        return false // it has ended meanwhile
      }
    })
    .map(Number)
}

/** The same on other systems. */
function membersByPs(leader: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '-o', 'stat=', '-s', `${leader}`])
  return [...stdout.toString().matchAll(/(\d+) +[^Z\s]/g)].map(([, pid]) => Number(pid))
}
