import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Purr, startPurr } from '../support/process.ts'

/** A program that is killed and started again where it was. */
export interface Program {
  readonly name: string
  /** Starts it, on the port that it had before. Resolves when it is ready. */
  start(): Promise<void>
  /** Ends it as nothing can be prepared for. */
  kill(): Promise<void>
  /** Ends it for good, in its own time where it has one. */
  stop(): Promise<void>
}

/** A Purr, as gateway or as engine. */
export class PurrProgram implements Program {
  readonly name: string
  readonly #env: Record<string, string>
  readonly #folder: string
  #running: Purr | undefined
  #port = '0'
  #starts = 0
  readonly #kills: number[] = []

  private constructor(name: string, env: Record<string, string>, folder: string) {
    this.name = name
    this.#env = env
    this.#folder = folder
  }

  static async create(name: string, env: Record<string, string>): Promise<PurrProgram> {
    return new PurrProgram(name, env, await mkdtemp(join(tmpdir(), 'purr-chaos-')))
  }

  get purr(): Purr {
    return this.#running!
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#starts++
    const env = { ...this.#env, PORT: this.#port, METRICS_PORT: '0', DATA_DIR: join(this.#folder, 'data') }
    this.#running = await startPurr(env, [], { logFile: join(this.#folder, `${this.#starts}.log`) })
    this.#port = new URL(this.#running.url).port
  }

  async kill(): Promise<void> {
    process.kill(this.purr.pid, 'SIGKILL')
    this.#kills.push(performance.now())
  }

  /** Whether it was killed between two moments (of performance.now). */
  wasKilled(from: number, to: number): boolean {
    return this.#kills.some((at) => at > from && at < to)
  }

  async stop(): Promise<void> {
    await this.purr.stop()
    await rm(this.#folder, { recursive: true })
  }

  /** The logs of all its lives. */
  async log(): Promise<string> {
    const files = Array.from({ length: this.#starts }, (_, index) => join(this.#folder, `${index + 1}.log`))
    return (await Promise.all(files.map((file) => Bun.file(file).text()))).join('')
  }
}
