import type { OutputFormat } from './output-format.ts'
import { Resampler } from './resampler.ts'
import { encodeSamples } from './sample-encoding.ts'
import { SAMPLE_RATE } from './sample-rate.ts'
import { softClipped } from './soft-clip.ts'

/** Turns one stream of speech into bytes; wherever the speech is cut, the bytes together are the same. */
export interface Encoder {
  /**
   * Takes any number of samples at 22050 Hz, full scale -1 to 1, and returns whole samples in the format. They trail the
   * input by the resampler's reach: 12.0 ms at 8000 Hz, 6.2 ms at 16000 Hz, 4.4 ms at 24000 Hz, nothing at 22050 Hz.
   *
   * @throws StreamEnded after {@link flush}
   */
  encode(pcm: Float32Array): Uint8Array

  /**
   * Ends the stream and returns what was held back. After n input samples there are, in all,
   * `ceil(n * sampleRate / 22050)` samples, the first at the instant of the first input sample.
   *
   * @throws StreamEnded when called again
   */
  flush(): Uint8Array
}

/** An encoder is used after the end of its stream. */
export class StreamEnded extends Error {
  constructor() {
    super('The stream has ended: every stream needs an encoder of its own.')
  }
}

/**
 * An encoder for one stream. Its state is about 2 kB on the heap: there is nothing to close, and an encoder that is
 * left in the middle of a stream costs nothing.
 *
 * @param format its container is ignored: a WAV file is made of the whole stream by `wav`
 */
export function createEncoder({ encoding, sampleRate }: OutputFormat): Encoder {
  const resampler = sampleRate === SAMPLE_RATE ? undefined : new Resampler(sampleRate)
  const fitted = sampleRate === 8000 ? clipSoftly : (samples: Float32Array) => samples
  let hasEnded = false
  return {
    encode(pcm) {
      if (hasEnded) throw new StreamEnded()
      return encodeSamples(encoding, fitted(resampler?.process(pcm) ?? pcm))
    },
    flush() {
      if (hasEnded) throw new StreamEnded()
      hasEnded = true
      return encodeSamples(encoding, fitted(resampler?.finish() ?? new Float32Array(0)))
    },
  }
}

/** Clips resampled speech softly, in place: presence makes loud sibilants louder than full scale. `map` takes ten times as long. */
function clipSoftly(samples: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i++) samples[i] = softClipped(samples[i]!)
  return samples
}
