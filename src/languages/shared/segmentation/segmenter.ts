import { mayChange, type SegmentationRules } from './boundary.ts'
import { SegmentState } from './segment-state.ts'

/**
 * Cuts a transcript into segments that are synthesised one by one.
 *
 * The transcript is read code unit by code unit and every decision looks only at what has been read, so the cuts are
 * the same however the text is split into pushes. A segment is given as soon as it is decided: at the start of the
 * next word, or up to 12 characters later after an abbreviation. All segments joined are the transcript; whitespace
 * goes with the segment before it, at the start of the transcript with the first one.
 *
 * One segmenter serves one turn.
 */
export class Segmenter {
  readonly #rules: SegmentationRules
  #text = '' // since the last cut
  #at = 0 // how much of it has been read
  #isFirst = true
  #state: SegmentState

  constructor(rules: SegmentationRules) {
    this.#rules = rules
    this.#state = new SegmentState(rules)
  }

  /** Whether something other than whitespace is buffered. */
  get isBegun(): boolean {
    return this.#state.isBegun
  }

  /** Another segmenter with the same text before what it will be given. */
  clone(): Segmenter {
    const other = new Segmenter(this.#rules)
    other.#isFirst = this.#isFirst
    other.push(this.#text)
    return other
  }

  /** Appends text; returns the segments that it decides. */
  push(text: string): string[] {
    this.#text += text
    return [...this.#read()]
  }

  /**
   * Returns what is buffered without waiting for more. Whitespace alone stays buffered; at the end of the transcript no
   * segment can carry it, and it is dropped.
   */
  flush(): string[] {
    const segments = [...this.#read()]
    const cut = this.#state.endWord(this.#text, this.#text.length, this.#isFirst)
    if (cut >= 0) segments.push(this.#cut(cut), ...this.#read())
    if (this.#state.isBegun) segments.push(this.#cut(this.#text.length))
    return segments
  }

  /** Returns the words that are buffered, as {@link flush} does, but keeps those at the end that may change. */
  flushWords(): string[] {
    const words = [...this.#text.matchAll(/\S+\s*/g)]
    while (words.length > 0 && mayChange(this.#rules, words.at(-1)![0])) words.pop()
    const last = words.at(-1)
    return last === undefined ? [] : [this.#cut(last.index + last[0].length), ...this.#read()]
  }

  *#read(): Generator<string> {
    while (this.#at < this.#text.length) {
      const cut = this.#state.read(this.#text, this.#at, this.#isFirst)
      if (cut >= 0) yield this.#cut(cut)
      else this.#at++
    }
  }

  /** What was read beyond the cut is read again, as the start of the next segment. */
  #cut(length: number): string {
    const segment = this.#text.slice(0, length)
    this.#text = this.#text.slice(length)
    this.#at = 0
    this.#isFirst = false
    this.#state = new SegmentState(this.#rules)
    return segment
  }
}
