import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { estimateSeconds } from '../../languages/shared/length-estimate.ts'
import { AUDIBLE_DB } from './audible.ts'
import type { Segment, SpokenTime, WordTime } from './engine.ts'
import { LEVELS_PER_SECOND, Loudness, SHORTEST_PAUSE, SILENT_BELOW } from './loudness.ts'
import { placed } from './placed-parts.ts'
import { type SpokenPart, spokenParts, type WrittenWord } from './spoken-parts.ts'

/** How far from its predicted end a pause may end: seconds, plus a share of the time predicted since the previous pause. */
const TOLERANCE = 0.25
const TOLERANCE_SHARE = 0.25
/** How long a word after a pause mark waits until that pause is heard, in seconds. */
const PATIENCE = 0.25
/** Seconds of speech at the predicted tempo, against which the measured tempo is weighed. */
const PRIOR = 1.5

/**
 * Estimates when the words of a segment sound, for an engine that does not report it. Each written word comes once, in order.
 * Together the words cover the audio from its first sound to its last, except for pauses. The spoken words of each have times
 * too; their phones are not known.
 *
 * Once the whole segment has been heard, the words are fitted to it (see {@link placed}). Until then they follow their
 * predicted lengths, corrected at each pause, and no word begins before audio that an earlier call has already passed.
 */
export class EstimatedWordTimes {
  readonly #words: readonly WrittenWord[]
  readonly #parts: readonly SpokenPart[]
  readonly #loudness = new Loudness()
  #heard = 0 // samples
  #frame = 0 // the first frame that was not examined
  #loudest = Number.NEGATIVE_INFINITY
  #silent = 0 // silent frames directly before #frame
  #next = 0 // the first word that was not emitted
  #nextPart = 0 // the first part that was not emitted
  #over = 0 // seconds already passed on: no further word can begin before this
  #given = 0 // start of the last emitted word, in seconds
  #reached: number | undefined // end of the last emitted word, or the first sound; undefined before any sound
  #resumedPart = 0 // the first part after the last pause
  #resumed = 0 // when that part begins, in seconds
  #spoken = 0 // actual seconds of speech up to the last pause
  #expected = 0 // predicted seconds of speech up to the last pause
  #tempo = 1 // actual length of words relative to their predicted length

  constructor({ tokens, seconds }: Pick<Segment, 'tokens' | 'seconds'>) {
    const { words, parts } = spokenParts(tokens, seconds / estimateSeconds(tokens, 1))
    this.#words = words
    this.#parts = parts
  }

  /** Takes the next samples of the segment, at 22050 Hz. */
  hear(pcm: Float32Array): void {
    this.#loudness.hear(pcm)
    this.#heard += pcm.length
  }

  /** Returns the words that begin in the audio heard so far and were not returned before. More audio is to come. */
  begun(): WordTime[] {
    const { levels } = this.#loudness
    const words: WordTime[] = []
    for (; this.#frame < levels.length; this.#frame++) {
      const level = levels[this.#frame]!
      this.#loudest = Math.max(this.#loudest, level)
      if (level < Math.max(AUDIBLE_DB, this.#loudest - SILENT_BELOW)) {
        this.#silent++
        continue
      }
      const now = this.#frame / LEVELS_PER_SECOND
      if (this.#reached === undefined) this.#begin(0, now)
      else if (this.#silent >= SHORTEST_PAUSE)
        words.push(...this.#resume(this.#frame - this.#silent, this.#frame))
      this.#silent = 0
    }
    const heard = this.#heard / SAMPLE_RATE
    if (this.#reached !== undefined) words.push(...this.#until(heard))
    this.#over = heard
    return words
  }

  /** Sound resumes at frame `to` after silence from frame `from`: if that is a pause of the text, it ends the words before. */
  #resume(from: number, to: number): WordTime[] {
    const [silence, sound] = [from / LEVELS_PER_SECOND, to / LEVELS_PER_SECOND]
    const pause = this.#pauseUntil(sound)
    if (pause === undefined) {
      const words = this.#until(silence)
      this.#reached = Math.max(this.#reached!, sound)
      return words
    }
    this.#learn(pause, silence)
    const first = this.#nextPart
    const begin = Math.max(this.#given, Math.min(this.#reached!, silence))
    const scale = Math.max(0, silence - begin) / Math.max(this.#seconds(first, pause), Number.MIN_VALUE)
    const words: WordTime[] = []
    while (this.#next < this.#words.length && this.#words[this.#next]!.to <= pause)
      words.push(this.#give((part) => begin + this.#seconds(first, part) * scale))
    this.#begin(pause + 1, sound)
    return words
  }

  /** The part that is the pause ending at a time, if one is expected about then. */
  #pauseUntil(time: number): number | undefined {
    let [best, least] = [undefined as number | undefined, Number.POSITIVE_INFINITY]
    for (let part = this.#nextPart; part < this.#parts.length; part++) {
      if (!this.#parts[part]!.isPause || this.#isInsideWord(part)) continue
      const predicted = this.#reached! + this.#seconds(this.#nextPart, part + 1) * this.#tempo
      const off = Math.abs(predicted - time)
      if (off < least && off < TOLERANCE + TOLERANCE_SHARE * (predicted - this.#resumed))
        [best, least] = [part, off]
      if (predicted > time) break
    }
    return best
  }

  #isInsideWord(part: number): boolean {
    return this.#words.some(({ from, to }) => from <= part && part < to)
  }

  /** Updates the tempo with the words up to a pause. */
  #learn(pause: number, silence: number): void {
    this.#spoken += silence - this.#resumed
    this.#expected += this.#seconds(this.#resumedPart, pause)
    this.#tempo = (PRIOR + this.#spoken) / (PRIOR + this.#expected)
  }

  /** Notes that speech goes on with a part, at a time. */
  #begin(part: number, time: number): void {
    this.#nextPart = part
    this.#resumedPart = part
    this.#reached = time
    this.#resumed = time
  }

  /** The words that begin before a time, by their predicted lengths. */
  #until(time: number): WordTime[] {
    const words: WordTime[] = []
    while (this.#next < this.#words.length) {
      const first = this.#nextPart
      const begin = this.#reached!
      const placeOf = (part: number) => begin + this.#seconds(first, part) * this.#tempo
      const { from } = this.#words[this.#next]!
      const isAfterPause = from > first
      if (placeOf(from) + (isAfterPause ? PATIENCE : 0) >= time) break
      words.push(this.#give(placeOf))
    }
    return words
  }

  /** The predicted length of some parts. */
  #seconds(from: number, to: number): number {
    let seconds = 0
    for (let part = from; part < to; part++) seconds += this.#parts[part]!.seconds
    return seconds
  }

  /** Returns all words that were not returned before. No more audio is to come. */
  rest(): WordTime[] {
    const { levels } = this.#loudness
    const to = levels.findLastIndex(isAudible) + 1
    const reached =
      this.#reached === undefined ? levels.findIndex(isAudible) : this.#reached * LEVELS_PER_SECOND
    const given = Math.ceil(this.#given * LEVELS_PER_SECOND)
    const from = Math.max(0, given, Math.min(Math.round(reached), to))
    const first = this.#nextPart
    const places = placed(this.#parts.slice(first), { levels, from, to: Math.max(from, to) })
    const placeOf = (part: number) => places[part - first]! / LEVELS_PER_SECOND
    return this.#words.slice(this.#next).map(() => this.#give(placeOf))
  }

  /** @param placeOf returns where a part begins, which is where the one before it ends, in seconds */
  #give(placeOf: (part: number) => number): WordTime {
    const { written, from, to } = this.#words[this.#next++]!
    const at = (part: number) => Math.max(this.#over, placeOf(part))
    const said: SpokenTime[] = []
    for (let part = from; part < to; part++) {
      const { spoken } = this.#parts[part]!
      if (spoken !== undefined) said.push({ word: spoken, start: at(part), end: at(part + 1), phones: [] })
    }
    this.#nextPart = to
    this.#given = at(from)
    this.#reached = at(to)
    return { word: written, start: this.#given, end: this.#reached, said }
  }
}

function isAudible(level: number): boolean {
  return level > AUDIBLE_DB
}
