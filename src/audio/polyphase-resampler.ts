import { core, type Filter, input, output } from './core.ts'

/**
 * Resamples one stream of audio with a filter of the audio core, piece by piece. Output m is the sound
 * at m / rate seconds, with no delay; after n input samples and {@link finish} there are `ceil(n * up / down)` of them.
 * The result does not depend on where the stream was cut.
 *
 * An output sample can be computed once the input is known up to the filter's reach beyond it. So the first piece is shorter
 * by that much, and `finish` returns the rest: no sample is delayed or lost.
 *
 * All state is in this object (about 2 kB), so there is nothing to close.
 */
export class PolyphaseResampler {
  readonly #filter: Filter
  readonly #up: number
  readonly #down: number
  readonly #reach: number
  /** The last input samples, which further output still depends on; at first silence. */
  #past: Float32Array
  #received = 0
  #made = 0

  constructor(filter: Filter) {
    this.#filter = filter
    this.#up = core.up(this.#filter)
    this.#down = core.down(this.#filter)
    this.#reach = core.reach(this.#filter)
    this.#past = new Float32Array(this.#reach - 1)
  }

  /** Takes any number of samples and returns the output samples that they complete. */
  process(pcm: Float32Array): Float32Array {
    const out = new Float32Array(this.#computable(this.#received + pcm.length) - this.#made)
    const block = Math.floor(input.length / Math.max(1, this.#up / this.#down)) - 2 * this.#reach
    let filled = 0
    for (let start = 0; start < pcm.length; start += block) {
      const made = this.#processBlock(pcm.subarray(start, start + block))
      out.set(made, filled)
      filled += made.length
    }
    return out
  }

  /** Ends the stream: the samples whose filter reaches beyond the end, as if silence followed. */
  finish(): Float32Array {
    return this.process(new Float32Array(this.#reach))
  }

  /** Outputs that can be computed from the first `received` inputs. */
  #computable(received: number): number {
    return Math.max(0, Math.ceil(((received - this.#reach) * this.#up) / this.#down))
  }

  #processBlock(pcm: Float32Array): Float32Array {
    input.set(this.#past)
    input.set(pcm, this.#past.length)
    const end = this.#past.length + pcm.length
    this.#received += pcm.length
    const count = this.#computable(this.#received) - this.#made
    core.resample(this.#filter, (this.#made * this.#down) % this.#up, count)
    this.#made += count
    // The next output's filter begins reach - 1 samples before the input sample at or before it.
    const needed = this.#received + this.#reach - 1 - Math.floor((this.#made * this.#down) / this.#up)
    this.#past = input.slice(end - needed, end)
    return output.subarray(0, count)
  }
}
