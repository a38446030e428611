import { SampleRing } from './sample-ring.ts'

/** How playback is going. */
export interface PlaybackState {
  /** Samples of the turn that were played. */
  readonly played: number
  /** How often samples came too late, so that there was a gap. */
  readonly underruns: number
  /** Samples of silence in these gaps. */
  readonly missing: number
  /** `waiting` for the first samples, `playing`, `starved` while samples are late, `over` after the last one. */
  readonly phase: 'waiting' | 'playing' | 'starved' | 'over'
}

/** Seconds of samples for which playback waits: before it begins, and before it goes on after a gap. */
const AHEAD = { first: 0.05, again: 0.15 }
/** Seconds in which sound fades where it is cut off, so that there is no click. */
const FADE = 0.004
/** Seconds of samples for which there is room at first. */
const ROOM = 12

/** Plays the samples of a turn while they arrive. It runs in the thread of the sound, block by block. */
export class Playback {
  readonly #rate: number
  readonly #ring: SampleRing
  /** What still sounds of what was cut off. */
  readonly #tail: Float32Array
  #tailAt: number
  #last = 0
  /** Level of the fade after a gap: 1 where there is none. */
  #level = 1
  #isComplete = false
  #played = 0
  #underruns = 0
  #missing = 0
  /** Samples of silence in the gap that lasts. */
  #gap = 0
  #phase: PlaybackState['phase'] = 'waiting'

  /** @param rate samples a second */
  constructor(rate: number) {
    this.#rate = rate
    this.#ring = new SampleRing(ROOM * rate)
    this.#tail = new Float32Array(Math.ceil(FADE * rate))
    this.#tailAt = this.#tail.length
  }

  get state(): PlaybackState {
    return {
      played: this.#played,
      underruns: this.#underruns,
      missing: this.#missing,
      phase: this.#phase,
    }
  }

  /** More samples of the turn. */
  push(samples: Float32Array): void {
    this.#ring.write(samples)
  }

  /** The turn has all its samples. */
  complete(): void {
    this.#isComplete = true
  }

  /** Forgets the turn, which falls silent at once. What is pushed next is another turn. */
  clear(): void {
    const wasHeard = this.#phase === 'playing'
    if (wasHeard) this.#fadeOut()
    this.#ring.clear()
    this.#isComplete = false
    this.#level = wasHeard ? 0 : 1
    this.#played = this.#underruns = this.#missing = 0
    this.#last = 0
    this.#phase = 'waiting'
  }

  /** The next block of sound. */
  fill(block: Float32Array): void {
    block.fill(0)
    if (this.#isReady()) this.#play(block)
    else {
      if (this.#phase === 'starved') this.#gap += block.length
      this.#fade(block, 0)
    }
  }

  #isReady(): boolean {
    if (this.#phase === 'playing') return true
    if (this.#phase === 'over') return false
    const ahead = this.#phase === 'waiting' ? AHEAD.first : AHEAD.again
    return this.#isComplete || this.#ring.length >= ahead * this.#rate
  }

  #play(block: Float32Array): void {
    const count = this.#ring.read(block)
    this.#played += count
    if (this.#phase === 'starved' && count > 0) {
      this.#underruns++
      this.#missing += this.#gap
    }
    this.#phase = 'playing'
    for (let i = 0; i < count && this.#level < 1; i++) {
      this.#level = Math.min(1, this.#level + 1 / this.#tail.length)
      block[i]! *= this.#level
    }
    if (count > 0) this.#last = block[count - 1]!
    this.#fade(block, 0)
    if (count === block.length) return
    this.#phase = this.#isComplete ? 'over' : 'starved'
    this.#gap = block.length - count
    this.#level = 0
    this.#fadeLast()
    this.#fade(block, count)
  }

  /** Adds what still fades to a block. */
  #fade(block: Float32Array, from: number): void {
    for (let i = from; i < block.length && this.#tailAt < this.#tail.length; i++)
      block[i]! += this.#tail[this.#tailAt++]!
  }

  /** Lets the last sample fade. */
  #fadeLast(): void {
    const steps = this.#tail.length
    for (let i = 0; i < steps; i++) this.#tail[i] = this.#last * (1 - (i + 1) / steps)
    this.#tailAt = 0
    this.#last = 0
  }

  /** Lets the next samples fade. */
  #fadeOut(): void {
    const steps = this.#tail.length
    const count = this.#ring.read(this.#tail)
    this.#tail.fill(0, count)
    for (let i = 0; i < steps; i++) this.#tail[i]! *= 1 - (i + 1) / steps
    this.#tailAt = 0
  }
}
