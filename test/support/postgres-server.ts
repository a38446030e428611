import { readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** A Postgres server of one test, which can crash, stop responding and come back. */
export interface PostgresServer {
  readonly url: string
  /** Ends it like a crash: its clients get no message, and the next start recovers from the write-ahead log. */
  crash(): Promise<void>
  /** Starts it again and waits until it accepts connections. */
  start(): Promise<void>
  /** Ends it, `fast`, with a message to its clients, or like a crash, and starts it again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Suspends all its processes. It keeps its connections and does not respond. */
  freeze(): Promise<void>
  /** Resumes it after {@link freeze}. */
  thaw(): Promise<void>
  /** Leaves no byte free on its disk. */
  fillDisk(): Promise<void>
  /** Makes room again, and starts it if it has ended. Returns whether it had. */
  clearDisk(): Promise<boolean>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** The folder with the programs of the newest installed Postgres. Undefined if none is installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  try {
    const versions = readdirSync(root).map(Number)
    return join(root, String(Math.max(...versions)), 'bin')
  } catch {
    return undefined
  }
}

/** Postgres refuses to run as root. */
const AS_POSTGRES = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

/**
 * Starts a new, empty server on a free port of the loopback interface.
 *
 * @param connections clients that it serves at a time
 * @param disk mebibytes of a disk of its own, which only root can mount
 */
export async function startPostgres(
  programs: string,
  connections = 100,
  disk?: number,
): Promise<PostgresServer> {
  const scratch = await mkdtemp(join(tmpdir(), 'purr-postgres-'))
  const folder = join(scratch, 'server')
  await mkdir(folder)
  if (disk !== undefined) await run(['mount', '-t', 'tmpfs', '-o', `size=${disk}m`, 'tmpfs', folder])
  if (AS_POSTGRES.length > 0) {
    await chmod(scratch, 0o755)
    await run(['chown', 'postgres', folder])
  }
  const data = join(folder, 'data')
  const program = (name: string, ...args: string[]) => run([...AS_POSTGRES, join(programs, name), ...args])
  const smallLog = disk === undefined ? [] : ['--wal-segsize=1']
  await program('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', ...smallLog)
  const port = await freePort()
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=${connections} -c superuser_reserved_connections=0${disk === undefined ? '' : ' -c min_wal_size=2MB -c max_wal_size=8MB'}`
  const start = () => program('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  const stop = (mode: string) => program('pg_ctl', '-D', data, '-m', mode, 'stop')
  const crash = () => stop('immediate')
  const filler = join(folder, 'filler')
  const signal = async (name: string) => {
    const postmaster = (await Bun.file(join(data, 'postmaster.pid')).text()).split('\n')[0]!
    const children = (await run(['ps', '--ppid', postmaster, '-o', 'pid='])).split('\n').filter(Boolean)
    await run(['kill', `-${name}`, postmaster, ...children.map((pid) => pid.trim())])
  }
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => void (await crash()),
    start: async () => void (await start()),
    async restart(mode) {
      await stop(mode)
      await start()
    },
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
    async fillDisk() {
      if (disk === undefined) throw new Error('this server has no disk of its own')
      await run(['sh', '-c', `cat /dev/zero > ${filler} || true`])
    },
    async clearDisk() {
      await rm(filler)
      const hadEnded = !(await isAlive(data))
      if (hadEnded) await start()
      return hadEnded
    },
    async remove() {
      await crash()
      if (disk !== undefined) await run(['umount', folder])
      await rm(scratch, { recursive: true })
    },
  }
}

/** Whether the process lives that a data folder names as its server. */
async function isAlive(data: string): Promise<boolean> {
  try {
    const pid = Number((await Bun.file(join(data, 'postmaster.pid')).text()).split('\n')[0])
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs a program and returns its output. Throws its error output if it fails. */
async function run(command: string[]): Promise<string> {
  // The server inherits the standard output of `pg_ctl start`, so reading it would never end.
  const isStart = command.at(-1) === 'start'
  const child = Bun.spawn(command, {
    stdout: isStart ? 'ignore' : 'pipe',
    stderr: isStart ? 'ignore' : 'pipe',
  })
  const printed = isStart ? '' : await new Response(child.stdout as ReadableStream).text()
  if ((await child.exited) === 0) return printed
  const complaint = isStart ? '' : await new Response(child.stderr as ReadableStream).text()
  throw new Error(`${command.join(' ')}: ${complaint}`)
}
