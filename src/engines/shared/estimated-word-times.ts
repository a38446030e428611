import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { estimateSeconds, lettersIn } from '../../languages/shared/length-estimate.ts'
import { isPause, type Token } from '../../languages/shared/text/token.ts'
import type { Segment, SpokenTime, WordTime } from './engine.ts'
import { FRAMES_PER_SECOND, Loudness } from './loudness.ts'
import { type Part, placed } from './placed-parts.ts'

/**
 * Seconds of spoken words, by least squares over 2,439 words of the embedded voices in English, German and Dutch. The length of a
 * whole text is better predicted by the figures of length-estimate.ts; these share it out to its words.
 */
const WORD = 0.01
const LETTER = 0.058
const LETTER_NAME = 0.18
/** How much longer a word is before a pause. */
const FINAL = 0.1
/** A pause where one is heard: the median at commas. */
const PAUSE = 0.17

/** Softer audio than this, in dB, has no words: see `SilenceTrimmer`. */
const AUDIBLE = -60

/** A spoken word, or a pause. */
interface SpokenPart extends Part {
  /** Undefined for a pause. */
  readonly spoken: string | undefined
}

/** A written word, and the parts that are said for it, with the pauses between them. */
interface WrittenWord {
  readonly written: string
  readonly from: number
  readonly to: number
}

/**
 * Estimates when the words of a segment sound, for an engine that does not tell. Each word comes once, as it is
 * written, in order. Together they cover the audio from its first sound to its last, but for pauses. What is said for each has its
 * times too; phones are not known.
 *
 * When the whole segment has been heard, the words are fitted to it (see {@link placed}). Half of them then begin within
 * 36 ms of the embedded voices' own times and 90 % within 150 ms; with shares of the length alone these are 90 and 216 ms. While
 * the segment is still coming, words follow their predicted lengths from its first sound on.
 */
export class EstimatedWordTimes {
  readonly #words: readonly WrittenWord[]
  readonly #parts: readonly SpokenPart[]
  readonly #loudness = new Loudness()
  #heard = 0 // samples
  #next = 0 // the first word that was not given
  #nextPart = 0 // the first part that was not given
  #given = 0 // when the word that was given last begins, in seconds
  #reached: number | undefined // when it ends, or the first sound; undefined before that

  constructor({ tokens, seconds }: Pick<Segment, 'tokens' | 'seconds'>) {
    const { words, parts } = partsOf(tokens, seconds / estimateSeconds(tokens, 1))
    this.#words = words
    this.#parts = parts
  }

  /** Takes the next samples of the segment, at 22050 Hz. */
  hear(pcm: Float32Array): void {
    this.#loudness.hear(pcm)
    this.#heard += pcm.length
  }

  /** The words that begin in what has been heard, and were not given before. More is to come. */
  begun(): WordTime[] {
    const { levels } = this.#loudness
    if (this.#reached === undefined) {
      const first = levels.findIndex(isAudible)
      if (first < 0) return []
      this.#reached = first / FRAMES_PER_SECOND
    }
    const words: WordTime[] = []
    while (this.#next < this.#words.length) {
      const { from, to } = this.#words[this.#next]!
      const places = [this.#reached]
      for (const { seconds } of this.#parts.slice(this.#nextPart, to)) places.push(places.at(-1)! + seconds)
      const first = this.#nextPart
      const placeOf = (part: number) => places[part - first]!
      if (placeOf(from) * SAMPLE_RATE >= this.#heard) break
      words.push(this.#give(placeOf))
    }
    return words
  }

  /** All words that were not given before. Nothing more is to come. */
  rest(): WordTime[] {
    const { levels } = this.#loudness
    const to = levels.findLastIndex(isAudible) + 1
    const reached =
      this.#reached === undefined ? levels.findIndex(isAudible) : this.#reached * FRAMES_PER_SECOND
    const given = Math.ceil(this.#given * FRAMES_PER_SECOND)
    const from = Math.max(0, given, Math.min(Math.round(reached), to))
    const first = this.#nextPart
    const places = placed(this.#parts.slice(first), { levels, from, to: Math.max(from, to) })
    const placeOf = (part: number) => places[part - first]! / FRAMES_PER_SECOND
    return this.#words.slice(this.#next).map(() => this.#give(placeOf))
  }

  /** @param placeOf tells where a part begins, which is where the part before it ends, in seconds */
  #give(placeOf: (part: number) => number): WordTime {
    const { written, from, to } = this.#words[this.#next++]!
    const said: SpokenTime[] = []
    for (let part = from; part < to; part++) {
      const { spoken } = this.#parts[part]!
      if (spoken !== undefined)
        said.push({ word: spoken, start: placeOf(part), end: placeOf(part + 1), phones: [] })
    }
    this.#nextPart = to
    this.#given = placeOf(from)
    this.#reached = placeOf(to)
    return { word: written, start: this.#given, end: this.#reached, said }
  }
}

/** @param scale how much longer than usual everything lasts */
function partsOf(tokens: readonly Token[], scale: number): { words: WrittenWord[]; parts: SpokenPart[] } {
  const words: WrittenWord[] = []
  const parts: SpokenPart[] = []
  const pause = { seconds: PAUSE * scale, isPause: true, spoken: undefined }
  for (const [at, token] of tokens.entries()) {
    if (typeof token === 'string') {
      if (at < tokens.length - 1) parts.push(pause)
      continue
    }
    const from = parts.length
    for (const [index, spoken] of token.spoken.entries()) {
      if (isPause(spoken)) parts.push(pause)
      else {
        const isFinal =
          index < token.spoken.length - 1
            ? isPause(token.spoken[index + 1]!)
            : typeof tokens[at + 1] === 'string'
        const seconds = (wordSeconds(spoken) + (isFinal ? FINAL : 0)) * scale
        parts.push({ seconds, isPause: false, spoken })
      }
    }
    words.push({ written: token.written, from, to: parts.length })
  }
  return { words, parts }
}

function wordSeconds(word: string): number {
  const isLetterName = word.length === 1 && word !== word.toLowerCase()
  return isLetterName ? LETTER_NAME : WORD + LETTER * lettersIn(word)
}

function isAudible(level: number): boolean {
  return level > AUDIBLE
}
