import { SampleDecoder } from '../../audio/sample-decoder.ts'
import { SoundPicture } from '../../audio/sound-picture.ts'
import { joined, wavFile } from '../../audio/wav.ts'
import type { SpeechPart, TimedWord } from '../../speech/parts.ts'
import { creditsOf, type SpeechSettings } from '../../speech/request.ts'

/** A voice, as it is shown. */
export interface NamedVoice {
  readonly id: string
  readonly name: string
}

/** How far something that is spoken has come. */
export type Status = 'asked' | 'arriving' | 'complete' | 'interrupted' | 'failed'

/** Something that was spoken, as far as it arrived. */
export class Utterance {
  readonly id: number
  readonly settings: SpeechSettings
  readonly voice: NamedVoice
  readonly picture: SoundPicture
  readonly words: TimedWord[] = []
  status: Status = 'asked'
  /** Why it failed. */
  error: unknown
  /** When the first sample was heard, if it was heard while it arrived (milliseconds, as the other times here). */
  heardAt: number | undefined
  /** How often the sound was late the first time that it was played, and for how many seconds in all. */
  gaps = { count: 0, seconds: 0 }
  readonly #decoder: SampleDecoder
  readonly #bytes: Uint8Array<ArrayBuffer>[] = []
  #size = 0
  #sentAt: number | undefined
  #firstAt: number | undefined
  #lastAt: number | undefined

  constructor(id: number, settings: SpeechSettings, voice: NamedVoice) {
    this.id = id
    this.settings = settings
    this.voice = voice
    this.picture = new SoundPicture(settings.format.sampleRate)
    this.#decoder = new SampleDecoder(settings.format.encoding)
  }

  /** Takes what came, and gives the samples in it. */
  take(part: SpeechPart): Float32Array<ArrayBuffer> | undefined {
    const now = performance.now()
    if (part.type === 'sending') this.#sentAt = now
    if (part.type === 'words') this.words.push(...part.words)
    if (part.type !== 'audio') return undefined
    this.#firstAt ??= now
    this.#lastAt = now
    this.status = 'arriving'
    this.#bytes.push(part.bytes)
    this.#size += part.bytes.length
    const samples = this.#decoder.decode(part.bytes)
    this.picture.push(samples)
    return samples
  }

  /** Bytes of audio. */
  get size(): number {
    return this.#size
  }

  /** Seconds of audio. */
  get seconds(): number {
    return this.picture.seconds
  }

  /** Milliseconds from the request to the first samples. */
  get untilFirst(): number | undefined {
    return sinceSent(this.#sentAt, this.#firstAt)
  }

  /** Milliseconds from the request until the first sample was heard. */
  get untilHeard(): number | undefined {
    return sinceSent(this.#sentAt, this.heardAt)
  }

  /** Seconds that a second of speech took to come. Undefined until all is there. */
  get realTimeFactor(): number | undefined {
    const all = sinceSent(this.#sentAt, this.#lastAt)
    return this.status === 'complete' && all !== undefined ? all / 1000 / this.seconds : undefined
  }

  /**
   * Credits that it has cost. Undefined while that is not decided. What ends with an error costs nothing; what is interrupted
   * costs its whole text once some of it has come.
   */
  get credits(): number | undefined {
    if (this.status === 'asked' || this.status === 'arriving') return undefined
    return this.status === 'failed' || this.#size === 0 ? 0 : creditsOf(this.settings.text)
  }

  /** All samples. */
  samples(): Float32Array<ArrayBuffer> {
    return new SampleDecoder(this.settings.format.encoding).decode(joined(this.#bytes))
  }

  /** A WAV file of what arrived. */
  file(): Blob {
    return wavFile(this.#bytes, this.settings.format)
  }
}

function sinceSent(sent: number | undefined, at: number | undefined): number | undefined {
  return sent === undefined || at === undefined ? undefined : at - sent
}
