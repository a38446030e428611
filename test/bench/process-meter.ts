import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** The resources that a process used between two readings. */
export interface Usage {
  /** The share of all cores that the process used, 0 to 1. */
  readonly cpu: number
  /** The share of all cores that all processes used. */
  readonly machine: number
  /** The share of one core that its main thread used, 0 to 1. */
  readonly mainThread: number
  /** The lag of its event loop (milliseconds, 99th percentile). */
  readonly lag: number
  /** Memory at the end, in MiB. */
  readonly memory: number
}

const TICKS_PER_SECOND = 100

/** Measures another process, on Linux. The process must be started with {@link flags} and {@link environment}. */
export class ProcessMeter {
  /** Flags of Bun. */
  static readonly flags = ['--preload', join(import.meta.dir, 'lag-monitor.ts')]
  readonly #pid: number
  readonly #socket: string
  #before = { time: 0, cpu: 0, machine: 0, mainThread: 0 }

  /** @param socket the path that {@link environment} was given */
  constructor(pid: number, socket: string) {
    this.#pid = pid
    this.#socket = socket
  }

  static environment(socket: string): Record<string, string> {
    return { LAG_SOCKET: socket }
  }

  /** The usage since the last reading. */
  async read(): Promise<Usage> {
    const pid = this.#pid
    const { time, cpu, machine, mainThread } = this.#before
    const now = {
      time: performance.now() / 1000,
      cpu: await processorSeconds(`/proc/${pid}/stat`),
      machine: await machineSeconds(),
      mainThread: await processorSeconds(`/proc/${pid}/task/${pid}/stat`),
    }
    this.#before = now
    const lag = await fetch('http://process/', { unix: this.#socket })
    const seconds = now.time - time
    return {
      cpu: (now.cpu - cpu) / seconds / availableParallelism(),
      machine: (now.machine - machine) / seconds / availableParallelism(),
      mainThread: (now.mainThread - mainThread) / seconds,
      lag: (await lag.json()) as number,
      memory: await memory(pid),
    }
  }
}

/** The processor time of a process or thread in seconds, from its `stat` file. */
async function processorSeconds(file: string): Promise<number> {
  const stat = await readFile(file, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The busy time of all cores in seconds, including time stolen by other virtual machines. */
async function machineSeconds(): Promise<number> {
  const [user, nice, system, , , ...interrupted] = (await readFile('/proc/stat', 'utf8'))
    .split('\n')[0]!
    .split(/ +/)
    .slice(1)
    .map(Number)
  const [hard, soft, stolen] = interrupted
  return (user! + nice! + system! + hard! + soft! + stolen!) / TICKS_PER_SECOND
}

/** The resident memory of a process, in MiB. */
export async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
