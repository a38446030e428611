import { ConverterType, create } from '@alexanderolsen/libsamplerate-js'
import { concatenate } from '../concatenate.ts'
import { SAMPLE_RATE } from '../sample-rate.ts'
import { type AudioBlock, checkShape } from './audio-block.ts'
import { type Clip, ClipError } from './clip.ts'

/** Seconds of a recording that are decoded; of a longer one nothing is used. */
export const MAX_CLIP_SECONDS = 120

/**
 * Samples that are decoded, all channels together: of a recording with more, nothing is used. They are what the time
 * depends on that a clip takes, and compressed they may be next to no bytes.
 */
export const MAX_SAMPLES = 2 * 48_000 * MAX_CLIP_SECONDS

/**
 * Seconds of silence that bring out what the converter holds back: its filter reads 46 zero crossings, of the lower of
 * the two rates, beyond the sample it makes. ("Medium" leaves −121 dB of what must go, and what is below 9.9 kHz; "best"
 * takes four times as long.)
 */
const REACH = 64 / 4000

type Converter = Awaited<ReturnType<typeof create>>

/**
 * Puts the pieces of a recording together as a clip. Each is mixed and resampled when it comes, so that what is kept is
 * no more than {@link MAX_CLIP_SECONDS} seconds of the result, and what is done no more than {@link MAX_SAMPLES} take,
 * whatever the file's rate and channels are.
 */
export class MonoClip {
  readonly #parts: Float32Array[] = []
  #converter: Converter | undefined
  #sampleRate = 0
  /** Samples at the present rate that went into the converter, and samples that came out. */
  #received = 0
  #made = 0
  /** Seconds at rates before the present one. */
  #before = 0
  /** Samples of all channels and rates, and those with which the converter was flushed. */
  #samples = 0
  #bandwidth = Infinity

  /** True until there is sound. */
  get empty(): boolean {
    return this.#sampleRate === 0
  }

  /**
   * Adds what comes next.
   *
   * @throws ClipError when the clip is now too long or has too many samples, or the block is of a shape that is not taken
   */
  async add(block: AudioBlock): Promise<void> {
    const length = block.channels[0]?.length
    if (!length) return
    checkShape(block.channels.length, block.sampleRate)
    if (block.sampleRate !== this.#sampleRate) await this.#changeRate(block.sampleRate)
    this.#received += length
    if (this.#before + this.#received / this.#sampleRate > MAX_CLIP_SECONDS) {
      throw new ClipError(
        'too_long',
        `The clip is longer than ${MAX_CLIP_SECONDS} seconds. Send a shorter part of it; up to 60 seconds are of use.`,
      )
    }
    this.#samples += length * block.channels.length
    if (this.#samples > MAX_SAMPLES) {
      throw new ClipError(
        'too_large',
        `The clip has more than ${MAX_SAMPLES} samples (channels: ${block.channels.length}, rate: ${block.sampleRate} Hz). Send it mono or stereo at 48000 Hz, or a shorter part of it.`,
      )
    }
    this.#convert(mix(block.channels))
  }

  /** The whole clip. There must be sound. */
  finish(): Clip {
    this.#flush()
    return { samples: concatenate(this.#parts), bandwidth: this.#bandwidth }
  }

  async #changeRate(sampleRate: number): Promise<void> {
    this.#flush()
    if (this.#sampleRate > 0) this.#before += this.#received / this.#sampleRate
    this.#sampleRate = sampleRate
    this.#received = 0
    this.#made = 0
    this.#bandwidth = Math.min(this.#bandwidth, sampleRate / 2)
    const converterType = ConverterType.SRC_SINC_MEDIUM_QUALITY
    if (this.#converter) this.#converter.inputSampleRate = sampleRate
    else this.#converter = await create(1, sampleRate, SAMPLE_RATE, { converterType })
  }

  #convert(mono: Float32Array): void {
    const converted = this.#converter?.full(mono) ?? mono
    for (let i = 0; i < converted.length; i++) converted[i] = limited(converted[i]!)
    this.#made += converted.length
    this.#parts.push(converted)
  }

  /** Gets the samples out that wait for input to come: silence. */
  #flush(): void {
    if (!this.#converter) return
    const silence = new Float32Array(Math.ceil(this.#sampleRate * REACH))
    this.#samples += silence.length
    this.#convert(silence)
    let excess = this.#made - Math.ceil((this.#received * SAMPLE_RATE) / this.#sampleRate)
    while (excess > 0) {
      const last = this.#parts.pop()!
      this.#parts.push(last.subarray(0, Math.max(0, last.length - excess)))
      excess -= last.length
    }
  }
}

/** The mean of the channels. Beyond full scale is full scale, and what is no number is silence. */
function mix(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]!.length)
  for (const channel of channels) {
    for (let i = 0; i < mono.length; i++) mono[i]! += limited(channel[i]!) / channels.length
  }
  return mono
}

function limited(sample: number): number {
  if (sample > 1) return 1
  if (sample < -1) return -1
  return Number.isFinite(sample) ? sample : 0
}
