import { concatenate } from '../../../audio/concatenate.ts'
import { createInputResampler, type InputResampler } from '../../../audio/input-resampler.ts'
import { SAMPLE_RATE } from '../../../audio/sample-rate.ts'
import type { TurnSpeech, WordTime } from '../../shared/engine.ts'
import { shifted } from '../../shared/shifted.ts'
import { audioBytes } from '../base64-audio.ts'
import { SampleReader } from '../sample-reader.ts'
import { ServerFault } from '../server-fault.ts'
import type { ChunkFrame, TimestampsFrame } from './frames.ts'
import { Onset } from './onset.ts'

const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Samples and words of a turn. */
type Stretch = Pick<TurnSpeech, 'pcm' | 'words'>

/** The audio and word times of a turn, from the frames of the upstream server. */
export class TurnAudio {
  #reader = new SampleReader()
  readonly #resampler: InputResampler
  readonly #onset = new Onset()
  #pcm: Float32Array[] = []
  #words: WordTime[] = []
  #received = 0
  readonly #sampleRate: number
  /** Where the context begins whose frames come, in seconds from the start of the turn. */
  #begin = 0

  /** @param sampleRate of the upstream server's audio, in Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#resampler = createInputResampler(sampleRate)
  }

  /** Whether any samples have come. */
  get isHeard(): boolean {
    return this.#received > 0
  }

  /** Length of the audio received so far, in seconds. */
  get seconds(): number {
    return this.#received / this.#sampleRate
  }

  /** Notes that audio now comes from another context, whose samples and times begin at zero again. */
  beginContext(): void {
    this.#begin = this.seconds
    this.#reader = new SampleReader()
  }

  /** @throws ServerFault when its audio is not base64 */
  add({ data }: ChunkFrame): void {
    const samples = this.#reader.read(audioBytes(data))
    this.#received += samples.length
    this.#pcm.push(this.#onset.process(this.#resampler.process(samples)))
  }

  /** @throws ServerFault when words and times do not belong together */
  addWords({ word_timestamps: { words, start, end } }: TimestampsFrame): void {
    if (start.length !== words.length || end.length !== words.length)
      throw new ServerFault('failed', 'sent words without times')
    this.#words.push(
      ...words.map((word, at) => timed(word, this.#begin + start[at]!, this.#begin + end[at]!)),
    )
  }

  /** What is known and has not been taken. Words wait until the audio has begun. */
  take(): Stretch {
    const pcm = concatenate(this.#pcm)
    this.#pcm = []
    const cut = this.#onset.cut
    if (cut === undefined) return { pcm, words: [] }
    const words = this.#words.map((word) => shifted(word, -cut / SAMPLE_RATE))
    this.#words = []
    return { pcm, words }
  }

  /** Ends the audio: what has not been taken. */
  finish(): Stretch {
    this.#pcm.push(this.#onset.process(this.#resampler.finish()), this.#onset.finish())
    return this.take()
  }
}

/** What is said for a word is not known, nor are its phones: it stands for itself. */
function timed(word: string, start: number, end: number): WordTime {
  const spoken = word.replace(AROUND_WORD, '').toLowerCase()
  return { word, start, end, said: spoken === '' ? [] : [{ word: spoken, start, end, phones: [] }] }
}
