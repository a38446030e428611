import { concatenate } from '../../../audio/concatenate.ts'
import { SAMPLE_RATE } from '../../../audio/sample-rate.ts'
import { isAudible, TRIM_FRAME } from '../../shared/audible.ts'

/** Samples of silence that are kept before the first sound: 10 ms, in which soft onsets rise. */
const LEAD = 2 * TRIM_FRAME
/** Silence at the start that is longer than this many samples (0.1 s) was asked for, by a tag. */
const LONGEST = Math.round(0.1 * SAMPLE_RATE)

/**
 * Takes the silence from the start of a turn's audio, of which the hosted original of Purr's API has 21 ms. Silence that is
 * longer than 0.1 s stays as it is.
 */
export class Onset {
  #waiting: Float32Array | undefined = new Float32Array(0)
  /** Samples that were taken from the start; undefined until that is known. */
  #cut: number | undefined

  get cut(): number | undefined {
    return this.#cut
  }

  /** Takes any number of samples at 22050 Hz and returns those that are known to be kept. */
  process(pcm: Float32Array): Float32Array {
    if (this.#waiting === undefined) return pcm
    const samples = concatenate([this.#waiting, pcm])
    const sound = firstSound(samples)
    if (sound === undefined && samples.length <= LONGEST) {
      this.#waiting = samples
      return new Float32Array(0)
    }
    this.#waiting = undefined
    this.#cut = sound === undefined || sound > LONGEST ? 0 : Math.max(0, sound - LEAD)
    return samples.subarray(this.#cut)
  }

  /** Ends the audio: what is left of it. */
  finish(): Float32Array {
    const rest = this.#waiting ?? new Float32Array(0)
    this.#waiting = undefined
    this.#cut ??= 0
    return rest
  }
}

/** Where the first frame begins that can be heard. */
function firstSound(samples: Float32Array): number | undefined {
  for (let from = 0; from + TRIM_FRAME <= samples.length; from += TRIM_FRAME)
    if (isAudible(samples, from, from + TRIM_FRAME)) return from
  return undefined
}
