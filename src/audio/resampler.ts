import { core, type Filter, input, output } from './core.ts'

/**
 * Takes one stream of audio from 22050 Hz to 8000, 16000 or 24000 Hz, piece by piece. Output m is the sound at m / rate
 * seconds, with no delay; after n input samples and {@link finish} there are `ceil(n * rate / 22050)` of them. The
 * result does not depend on where the stream was cut.
 *
 * An output can be computed when the filter's reach of input beyond it is known: 264 samples (12.0 ms) at 8000 Hz, 136
 * (6.2 ms) at 16000 Hz, 96 (4.4 ms) at 24000 Hz. This is audio withheld from the first piece, not time: finish gives it out.
 *
 * All state is in this object (about 2 kB), so there is nothing to close.
 */
export class Resampler {
  readonly #filter: Filter
  readonly #up: number
  readonly #down: number
  readonly #reach: number
  /** The input that outputs to come still read; before the stream there is silence. */
  #past: Float32Array
  #received = 0
  #made = 0

  /** @param rate Hz of the output */
  constructor(rate: 8000 | 16000 | 24000) {
    this.#filter = core.filterTo(rate)
    this.#up = core.up(this.#filter)
    this.#down = core.down(this.#filter)
    this.#reach = core.reach(this.#filter)
    this.#past = new Float32Array(this.#reach - 1)
  }

  /** Takes any number of samples at 22050 Hz and gives the samples that they complete. */
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
