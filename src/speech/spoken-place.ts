import type { WordTime } from '../engines/shared/engine.ts'
import { hasSounds } from '../engines/shared/sounds.ts'

/** UTF-16 code units after a word within which the next one is looked for: one further on is another with the same letters. */
const REACH = 200
/** Times are rounded to milliseconds on their way. */
const ROUNDING = 0.002

/** A word that the engine reported. */
interface ReportedWord {
  readonly start: number
  readonly end: number
  /** Where it ends in the transcript (UTF-16 code units). */
  readonly to: number
}

/**
 * Follows in the transcript how much of it has been heard, by the words that an engine reports with their times. A word
 * that the engine spells differently is passed over: what comes before the next one that is found counts as heard with it.
 */
export class SpokenPlace {
  #text = ''
  /** Where the last word that was found ends. */
  #found = 0
  #coming: ReportedWord[] = []
  #heard = 0
  #seconds = 0
  #lastEnd = 0

  /** Adds text that is to be spoken. */
  append(text: string): void {
    this.#text += text
  }

  /** Adds words, in their order, with times from the start of the turn. */
  add(words: readonly WordTime[]): void {
    for (const { word, start, end } of words) {
      const at = this.#text.slice(this.#found, this.#found + REACH + word.length).indexOf(word)
      if (at >= 0) this.#found += at + word.length
      this.#coming.push({ start, end, to: this.#found })
      this.#lastEnd = Math.max(this.#lastEnd, end)
    }
    this.#follow()
  }

  /** Notes that speech was given up to a time. */
  hear(seconds: number): void {
    this.#seconds = seconds
    this.#follow()
  }

  /**
   * The end of the text that has been heard in part: once there is speech, at least the first character of its first word.
   * Transcripts are charged from their first word on, and the one that begins the turn is heard then.
   */
  get heard(): number {
    if (this.isComplete) return this.#text.length
    return this.#seconds > 0 ? Math.max(this.#text.search(/\S/) + 1, this.#heard) : 0
  }

  /** Whether all text that there is has been heard to its end. */
  get isComplete(): boolean {
    if (this.#coming.length > 0 || this.#seconds < this.#lastEnd - ROUNDING) return false
    return this.#heard > 0 && !hasSounds(this.#text.slice(this.#heard))
  }

  #follow(): void {
    while (this.#coming[0] !== undefined && this.#coming[0].start < this.#seconds)
      this.#heard = this.#coming.shift()!.to
  }
}
