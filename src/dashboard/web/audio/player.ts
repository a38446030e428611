import type { PlayerReport } from './player-core.ts'
import { type SoundThread, startThread } from './sound-thread.ts'

/** How a turn is being heard. */
export interface Heard {
  readonly phase: PlayerReport['phase']
  /** Seconds of the turn that were heard. */
  readonly seconds: number
  readonly underruns: number
  /** Seconds of silence where samples came too late. */
  readonly missing: number
  /** When the first sample was heard (milliseconds of `performance.now`). Undefined: not yet. */
  readonly since: number | undefined
}

/** Silence after which the loudspeaker is let go (milliseconds). */
const REST_AFTER = 1000

/** What to do where there is no way to the loudspeaker. */
const ADVICE = 'Load the page again. If that does not help, close other pages that play sound.'

/** Plays one turn at a time, while it arrives. */
export class Player {
  readonly context: AudioContext
  readonly #thread: SoundThread
  readonly #volume: GainNode
  readonly #listeners = new Set<() => void>()
  #turn = 0
  #report: PlayerReport | undefined
  /** Seconds of the turn that were heard: what a late report takes back of them was shown already. */
  #reached = 0
  #since: number | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  private constructor(context: AudioContext, thread: SoundThread) {
    this.context = context
    this.#thread = thread
    this.#volume = context.createGain()
    thread.node.connect(this.#volume).connect(context.destination)
  }

  /**
   * Opens the way to the loudspeaker. Browsers want a click before.
   *
   * @param sampleRate Hz, of what it plays; the browser brings it to the rate of the loudspeaker
   * @throws Error that says what to do
   */
  static async open(sampleRate: number): Promise<Player> {
    let context: AudioContext | undefined
    try {
      context = new AudioContext({ sampleRate, latencyHint: 'interactive' })
      let take: (report: PlayerReport) => void = () => {}
      const thread = await startThread(context, (report) => take(report))
      const player = new Player(context, thread)
      take = (report) => player.#take(report)
      return player
    } catch (cause) {
      void context?.close()
      throw new Error(`The browser cannot play sound. ${ADVICE}`, { cause })
    }
  }

  /** Ends what is heard, at once. What is pushed next is a new turn. */
  begin(): void {
    this.#turn++
    this.#report = this.#since = undefined
    this.#reached = 0
    this.#thread.send({ type: 'clear', turn: this.#turn })
    clearTimeout(this.#rest)
    if (this.context.state !== 'running') void this.context.resume()
  }

  /** More samples of the turn. They are the player's from then on. */
  push(samples: Float32Array<ArrayBuffer>): void {
    this.#thread.send({ type: 'samples', samples })
  }

  /** The turn has all its samples. */
  complete(): void {
    this.#thread.send({ type: 'complete' })
  }

  /** Falls silent at once. */
  stop(): void {
    this.begin()
    this.#restSoon()
  }

  /** @param volume a factor on the samples */
  setVolume(volume: number): void {
    this.#volume.gain.setTargetAtTime(volume, this.context.currentTime, 0.005)
  }

  /** How the turn is being heard now. */
  get heard(): Heard {
    if (this.#report === undefined)
      return { phase: 'waiting', seconds: 0, underruns: 0, missing: 0, since: undefined }
    const { phase, played, underruns, missing, time } = this.#report
    const rate = this.context.sampleRate
    // The report counts samples that have not reached the loudspeaker yet; while it plays, more follow until the next report.
    const ahead = time - this.#heardTime()
    const seconds = played / rate - (phase === 'playing' ? ahead : Math.max(0, ahead))
    this.#reached = Math.max(this.#reached, seconds)
    const since = played > 0 ? this.#since : undefined
    return { phase, seconds: this.#reached, underruns, missing: missing / rate, since }
  }

  /** Calls a function whenever something has changed. Returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest)
    await this.context.close()
  }

  #take(report: PlayerReport): void {
    if (report.turn !== this.#turn) return
    if (this.#since === undefined && report.played > 0) {
      const first = report.time - report.played / this.context.sampleRate
      this.#since = performance.now() + (first - this.#heardTime()) * 1000
    }
    this.#report = report
    if (report.phase === 'over') this.#restSoon()
    for (const listener of this.#listeners) listener()
  }

  /** What the clock of the sound shows for what is heard now (seconds). */
  #heardTime(): number {
    return this.context.currentTime - (this.context.outputLatency || this.context.baseLatency || 0)
  }

  /** Without this, the thread of the sound would fill blocks with silence for ever. */
  #restSoon(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.context.suspend(), REST_AFTER)
  }
}
