import { ConverterType, create } from '@alexanderolsen/libsamplerate-js'
import { concatenate } from '../concatenate.ts'
import { SAMPLE_RATE } from '../sample-rate.ts'
import { type AudioBlock, checkShape } from './audio-block.ts'
import { type Clip, ClipError } from './clip.ts'

/** The longest recording that is accepted, in seconds. */
export const MAX_CLIP_SECONDS = 120
/** Seconds by which a file may be longer: encoders pad the last packet, and not every container states by how much. */
const PADDING = 0.5

/**
 * The most samples that are decoded, over all channels. A recording with more is rejected. Decoding time depends on
 * this number and not on the file's size: compressed silence takes almost no bytes.
 */
const MAX_SAMPLES = 2 * 48_000 * (MAX_CLIP_SECONDS + PADDING)

/** How much weaker the mean of the channels may be than the loudest of them: 12 dB, as a factor of power. */
const MAX_CANCELLED = 16

/**
 * Seconds of silence that flush the converter. Its filter reads 46 zero crossings beyond each output sample, at the
 * lower of the two rates. (Quality "medium" has a stop band of −121 dB and passes everything below 9.9 kHz. "Best"
 * takes four times as long.)
 */
const FLUSH_SECONDS = 64 / 4000

type Converter = Awaited<ReturnType<typeof create>>

/**
 * Joins the blocks of a recording to a clip. Each block is mixed to mono and resampled when it arrives. So memory is
 * bounded by {@link MAX_CLIP_SECONDS} seconds of output, and time by {@link MAX_SAMPLES}, for any sample rate and
 * number of channels.
 */
export class MonoClip {
  readonly #parts: Float32Array[] = []
  #converter: Converter | undefined
  #sampleRate = 0
  /** Samples at the current rate that went into the converter, and samples that came out. */
  #received = 0
  #made = 0
  /** Seconds at earlier sample rates. */
  #earlierSeconds = 0
  /** Samples over all channels and rates, with the silence that flushed the converter. */
  #samples = 0
  #bandwidth = Infinity
  /** The channel that is taken instead of the mean. */
  readonly #channel: number | undefined
  /** Sums of the squares of all samples: those of the mean, and of each channel. */
  #meanPower = 0
  readonly #powers: number[] = []

  /** @param channel the only one that is taken; undefined: the mean of all */
  constructor(channel?: number) {
    this.#channel = channel
  }

  /** True until there is audio. */
  get empty(): boolean {
    return this.#sampleRate === 0
  }

  /**
   * Adds the next block.
   *
   * @throws ClipError if the clip is now too long or has too many samples, or if the block's channels or sample rate are
   *   out of range
   */
  async add(block: AudioBlock): Promise<void> {
    const length = block.channels[0]?.length
    if (!length) return
    checkShape(block.channels.length, block.sampleRate)
    if (block.sampleRate !== this.#sampleRate) await this.#changeRate(block.sampleRate)
    this.#received += length
    if (this.#earlierSeconds + this.#received / this.#sampleRate > MAX_CLIP_SECONDS + PADDING) {
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
    this.#convert(this.#mono(block.channels.map(withinScale)))
  }

  /** The whole clip. It must not be empty. */
  finish(): Clip {
    this.#flush()
    return { samples: concatenate(this.#parts), bandwidth: this.#bandwidth }
  }

  /**
   * The loudest channel if the channels cancel each other, as those of a balanced microphone at a stereo input do. Undefined if
   * their mean has what they have.
   */
  get cancelled(): number | undefined {
    const loudest = this.#powers.indexOf(Math.max(...this.#powers))
    return this.#powers[loudest]! > MAX_CANCELLED * this.#meanPower ? loudest : undefined
  }

  #mono(channels: readonly Float32Array[]): Float32Array {
    const only = this.#channel === undefined ? undefined : channels[this.#channel]
    if (only !== undefined) return only
    const mono = mean(channels)
    this.#meanPower += power(mono)
    for (const [index, channel] of channels.entries())
      this.#powers[index] = (this.#powers[index] ?? 0) + power(channel)
    return mono
  }

  async #changeRate(sampleRate: number): Promise<void> {
    this.#flush()
    if (this.#sampleRate > 0) this.#earlierSeconds += this.#received / this.#sampleRate
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
    for (let i = 0; i < converted.length; i++) converted[i] = clipped(converted[i]!)
    this.#made += converted.length
    this.#parts.push(converted)
  }

  /** Feeds silence to the converter to get its last samples, and cuts off what goes beyond the input's length. */
  #flush(): void {
    if (!this.#converter) return
    const silence = new Float32Array(Math.ceil(this.#sampleRate * FLUSH_SECONDS))
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

function mean(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]!.length)
  for (const channel of channels) {
    for (let i = 0; i < mono.length; i++) mono[i]! += channel[i]! / channels.length
  }
  return mono
}

/** Samples are clipped to full scale; NaN becomes 0. */
function withinScale(channel: Float32Array): Float32Array {
  return channel.map(clipped)
}

function power(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum
}

function clipped(sample: number): number {
  if (sample > 1) return 1
  if (sample < -1) return -1
  return Number.isFinite(sample) ? sample : 0
}
