import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Segment } from '../engines/shared/engine.ts'
import type { Locale } from '../languages/shared/language.ts'
import { estimateSeconds } from '../languages/shared/length-estimate.ts'
import type { OpenTags } from '../languages/shared/markup/markup-reader.ts'
import { type Stretch, StretchReader } from '../languages/shared/segmentation/stretch-reader.ts'
import type { Dictionary } from '../languages/shared/text/dictionary.ts'
import { endsSentence, type Token } from '../languages/shared/text/token.ts'
import { writtenOut } from '../languages/shared/text/written-out.ts'
import { givenIn, tokensOf, wholeOf } from './placed-tokens.ts'

/** Stretches that are read before other turns get the thread: text without sound can have thousands of them. */
const STRETCHES_AT_ONCE = 32

/** A stretch of a transcript that is spoken. */
export interface SpokenText {
  /** How far into the transcript the stretch reaches (UTF-16 code units). */
  readonly end: number
  /** The number of the flush that is done when this has been spoken. */
  readonly flushId?: number
}

/** A stretch of a transcript, made ready to be spoken. */
export interface TextSegment extends SpokenText {
  /** Undefined where the stretch has nothing to be said. */
  readonly segment: Segment | undefined
  /** The written words of a stretch that has nothing to be said. */
  readonly silentWords?: readonly string[]
  /** Seconds of silence that a tag asks for instead of speech. They take the place of the pause before them. */
  readonly silence?: number
}

/** How a stretch is read. */
type Reading = Pick<TextSegment, 'segment' | 'silentWords'>

/** What is known of a transcript before it is spoken. */
export interface Forecast {
  /** Predicted length of the speech in seconds. Past the limit, the length at which reading stopped. */
  readonly seconds: number
  /** Whether anything is heard of it: words, or a pause of a tag. */
  readonly isAudible: boolean
  /** Whether nothing is heard of the text that was not taken, nor of text before it that waits: no words, and no pause of a tag. */
  readonly isSilent: boolean
}

/** How a text is read, and how fast. */
export interface TextOptions {
  /** The speaker's rate relative to the voices that come with Purr; by default 1. */
  readonly pace?: number
  /** Whether tags can make the speech faster or slower. */
  readonly hasSpeed?: boolean
  /** The client's dictionary, which says how words are said. */
  readonly dictionary?: Dictionary
  /** The tags that are open where the text begins. */
  readonly tags?: OpenTags
}

/** A transcript that comes piece by piece, brought into the form in which an engine takes it. One serves one turn. */
export interface TextSource<Text extends SpokenText> {
  /** Whether words wait for more text. */
  readonly isWaiting: boolean
  /** What the whole transcript would come to with this text after it, which is not taken. */
  forecast(text: string, limit: number): Promise<Forecast>
  /**
   * Appends text and returns what can be spoken with it.
   *
   * @param maxDelay most milliseconds that an engine which cuts the text itself may let it wait; undefined: it decides
   */
  push(text: string, maxDelay: number | undefined): Text[]
  /**
   * Returns the rest of the text, as if a sentence ended with it.
   *
   * @param flushId the number of the flush for which that is done. At least one stretch is given then, and the last has it
   */
  flush(flushId?: number): Text[]
  /** Returns the words that wait for more text, except for those at the end that may change with it. */
  flushWords(): Text[]
  /** Returns a stretch without speech for tags and white space after the last one returned, if nothing waits. */
  silentEnd(): Text[]
}

/**
 * A transcript that comes piece by piece, cut into segments of words as they are spoken. However the text is split into
 * pieces, its segments are the same. One stream serves one turn.
 */
export class TextStream implements TextSource<TextSegment> {
  readonly #locale: Locale
  readonly #pace: number
  readonly #hasSpeed: boolean
  readonly #dictionary: Dictionary | undefined
  readonly #stretches: StretchReader
  /** What the last forecast has read: the same stretches are needed again when they are spoken. */
  #forecast = new Map<string, Reading>()
  #seconds = 0
  #isAudible = false
  /** The tokens of the last segment, if its sentence goes on. */
  #before: readonly Token[] = []
  /** How far the segments that were given reach. */
  #end = 0
  /** How far the text so far reaches. */
  #pushed = 0

  constructor(locale: Locale, { pace = 1, hasSpeed = true, dictionary, tags }: TextOptions = {}) {
    this.#locale = locale
    this.#pace = pace
    this.#hasSpeed = hasSpeed
    this.#dictionary = dictionary
    this.#stretches = new StretchReader(locale.language, tags, dictionary)
  }

  /** Whether words wait for more text before they become a segment. */
  get isWaiting(): boolean {
    return this.#stretches.isBegun
  }

  /**
   * What the whole transcript would come to with this text after it, which is not taken. Others are served while much
   * is read; the stream must be left alone meanwhile.
   *
   * @param limit seconds of speech after which the rest is not read: work is bounded by the speech, not by the text
   */
  async forecast(text: string, limit: number): Promise<Forecast> {
    this.#forecast.clear()
    let seconds = this.#seconds
    let isAudible = this.#isAudible
    let isSilent = true
    let read = 0
    for (const stretch of wholeOf(this.#stretches.clone(), text)) {
      if (++read % STRETCHES_AT_ONCE === 0) await setImmediate()
      const { segment } = this.#read(stretch)
      const heard = isHeard(segment, stretch)
      isAudible ||= heard
      isSilent &&= !heard
      seconds += secondsOf(segment, stretch)
      if (seconds > limit) break
    }
    return { seconds, isAudible, isSilent }
  }

  /** Predicted length of all text so far in seconds, as if it ended here. */
  get seconds(): number {
    let seconds = this.#seconds
    for (const stretch of wholeOf(this.#stretches.clone(), ''))
      seconds += secondsOf(this.#read(stretch).segment, stretch)
    return seconds
  }

  /** Appends text and returns the segments that are complete with it. */
  push(text: string): TextSegment[] {
    this.#pushed += text.length
    return this.#segments(this.#stretches.push(text))
  }

  flush(flushId?: number): TextSegment[] {
    const rest = this.#segments(this.#stretches.flush())
    if (flushId === undefined) return rest
    const last = rest.pop() ?? { segment: undefined, end: this.#end }
    return [...rest, { ...last, flushId }]
  }

  flushWords(): TextSegment[] {
    return this.#segments(this.#stretches.flushWords())
  }

  silentEnd(): TextSegment[] {
    if (this.isWaiting || this.#end === this.#pushed) return []
    this.#end = this.#pushed
    return [{ segment: undefined, end: this.#end }]
  }

  #segments(stretches: Iterable<Stretch>): TextSegment[] {
    return Array.from(stretches, (stretch) => {
      const { end, silence } = stretch
      const reading = this.#read(stretch)
      const { segment } = reading
      this.#seconds += secondsOf(segment, stretch)
      this.#isAudible ||= isHeard(segment, stretch)
      this.#end = end
      const text = segment === undefined ? reading : { segment: this.#continued(segment, stretch) }
      return silence === undefined ? { ...text, end } : { ...text, end, silence }
    })
  }

  /** The segment with what was said of its sentence in the one before it. */
  #continued(segment: Segment, { text }: Stretch): Segment {
    const before = this.#before
    this.#before = isSentenceOver(text, segment.tokens) ? [] : segment.tokens
    return before.length === 0 ? segment : { ...segment, before }
  }

  #read(stretch: Stretch): Reading {
    const { text, given, ending, volume } = stretch
    const speed = this.#hasSpeed ? stretch.speed : 1
    const key = JSON.stringify([text, given, ending, speed, volume])
    const known = this.#forecast.get(key)
    if (known !== undefined) return known
    const allGiven = givenIn(stretch, this.#dictionary)
    const { language, tag } = this.#locale
    const tokens = tokensOf(stretch, this.#locale, allGiven)
    const reading = tokens.some(isSpoken)
      ? {
          segment: {
            text: writtenOut(text, allGiven, this.#locale),
            tokens,
            language,
            tag,
            seconds: estimateSeconds(tokens, language.relativeDuration) / (this.#pace * speed),
            seed: crc32(wordsOf(tokens)),
            ...(speed === 1 ? {} : { speed }),
            ...(volume === 1 ? {} : { volume }),
          },
        }
      : silentReading(tokens)
    this.#forecast.set(key, reading)
    return reading
  }
}

/** Predicted length of a stretch in seconds: that of its speech, or of the silence that a tag asks for. */
function secondsOf(segment: Segment | undefined, { silence }: Stretch): number {
  return (segment?.seconds ?? 0) + (silence ?? 0)
}

/** Whether anything is heard of a stretch: words, or the silence that a tag asks for. */
function isHeard(segment: Segment | undefined, { silence = 0 }: Stretch): boolean {
  return segment !== undefined || silence > 0
}

/** What is said, however it was written: the same words are always said in the same way. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => (typeof token === 'string' ? [] : token.spoken)).join(' ')
}

function silentReading(tokens: readonly Token[]): Reading {
  const silentWords = tokens.flatMap((token) => (typeof token === 'string' ? [] : [token.written]))
  return silentWords.length === 0 ? { segment: undefined } : { segment: undefined, silentWords }
}

/** Whether a sentence ends with a stretch: with a mark, or with its line. */
function isSentenceOver(text: string, tokens: readonly Token[]): boolean {
  const mark = tokens.at(-1)
  const isMarked = typeof mark === 'string' && endsSentence(mark)
  return isMarked || text.slice(text.trimEnd().length).includes('\n')
}

function isSpoken(token: Token): boolean {
  return typeof token !== 'string' && token.spoken.length > 0
}
