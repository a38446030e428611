import { MarkupReader, NO_TAGS, type OpenTags, type Piece } from '../markup/markup-reader.ts'
import type { Prosody } from '../markup/meaning.ts'
import type { Dictionary } from '../text/dictionary.ts'
import type { Given, Said } from '../text/given.ts'
import type { Pause } from '../text/token.ts'
import type { SegmentationRules } from './boundary.ts'
import { endOf, type Place, placesFrom, startOf } from './places.ts'
import { Segmenter } from './segmenter.ts'
import { OPAQUE, WholePhrases } from './whole-phrases.ts'

/** A stretch of a transcript that is spoken in one go, or silence. */
export interface Stretch extends Prosody {
  /** Without tags, and with characters for references to them; '' for silence. */
  readonly text: string
  /** What tags say of how stretches of it are read, in order. */
  readonly given: readonly Given[]
  /** The pause after it where its text has none. */
  readonly ending: Pause
  /** Where its text lies in the transcript. */
  readonly places: readonly Place[]
  /** How far into the transcript it reaches (UTF-16 code units). */
  readonly end: number
  /** Seconds of silence that tags ask for; undefined for text. */
  readonly silence?: number
}

/** UTF-16 code units that are cut at a time, so that reading can end early. */
const PIECE_LENGTH = 1024
/** Where a cut was made in the middle of a sentence. */
const CONTINUES: Pause = ','
/** What is left of text whose first part says all of it. */
const NOTHING: Said = { as: 'text', text: '' }

/**
 * Cuts a transcript with tags into stretches, as its text comes. Breaks, and changes of speed and volume, end a stretch;
 * otherwise tags change no cut. However the text is split, its stretches are the same. One reader serves one turn.
 */
export class StretchReader {
  readonly #rules: SegmentationRules
  #markup: MarkupReader
  #segmenter: Segmenter
  /** Between the text and the segmenter. Undefined: no phrase of a dictionary could be cut at a mark. */
  #phrases: WholePhrases | undefined
  #prosody: Prosody
  #read = 0 // how much of the transcript has been taken apart
  // Since the last cut:
  #text = ''
  #given: Given[] = []
  #places: Place[] = []

  /**
   * @param tags those that are open where the transcript begins
   * @param dictionary whose phrases are cut at no mark in them
   */
  constructor(rules: SegmentationRules, tags: OpenTags = NO_TAGS, dictionary?: Dictionary) {
    this.#rules = rules
    this.#markup = new MarkupReader(tags)
    this.#prosody = tags.prosody
    this.#segmenter = new Segmenter(rules)
    if (dictionary?.hasMarkedPhrases) this.#phrases = new WholePhrases(dictionary)
  }

  /** Whether something other than white space waits for more text. */
  get isBegun(): boolean {
    return this.#segmenter.isBegun || this.#markup.isHolding || this.#phrases?.isHolding === true
  }

  /** Another reader with the same text before what it will be given. */
  clone(): StretchReader {
    const other = new StretchReader(this.#rules)
    other.#markup = this.#markup.clone()
    other.#segmenter = this.#segmenter.clone()
    other.#phrases = this.#phrases?.clone()
    other.#prosody = this.#prosody
    other.#read = this.#read
    other.#text = this.#text
    other.#given = [...this.#given]
    other.#places = [...this.#places]
    return other
  }

  /** Appends text; gives the stretches that it decides. No more is read than is asked for, in pieces of 1024 code units. */
  *push(text: string): Generator<Stretch> {
    for (const piece of this.#markup.push(text)) yield* this.#take(piece)
  }

  /** Returns all that waits for more text, as if a sentence ended with it. */
  *flush(): Generator<Stretch> {
    for (const piece of this.#markup.flush()) yield* this.#take(piece)
    yield* this.#end('.')
  }

  /** Returns the words that wait for more text, but keeps those at the end that may change, and what may be a tag or a phrase. */
  flushWords(): Stretch[] {
    return this.#segmenter.flushWords().map(({ length }) => this.#cut(length, CONTINUES))
  }

  *#take(piece: Piece): Generator<Stretch> {
    switch (piece.is) {
      case 'text':
        if (piece.length > piece.text.length) yield* this.#append(piece.text, piece.text, piece.length)
        else
          for (let at = 0; at < piece.text.length; at += PIECE_LENGTH) {
            const text = piece.text.slice(at, at + PIECE_LENGTH)
            yield* this.#append(text, text)
          }
        return
      case 'given': {
        const { parts, said, length } = piece
        const from = this.#text.length
        const to = from + parts.reduce((sum, { text }) => sum + text.length, 0)
        this.#given.push({ from, to, said })
        const start = this.#read
        for (const part of parts) {
          this.#read = start + part.from
          yield* this.#append(part.text, OPAQUE.repeat(part.text.length), part.length)
        }
        this.#read = start + length
        return
      }
      case 'divider':
        this.#read += piece.length
        if (this.#given.at(-1)?.to !== this.#text.length)
          this.#given.push({ from: this.#text.length, to: this.#text.length, said: undefined })
        return
      case 'break': {
        yield* this.#end(CONTINUES)
        this.#read += piece.length
        yield {
          ...this.#prosody,
          text: '',
          given: [],
          ending: CONTINUES,
          places: [],
          end: this.#read,
          silence: piece.seconds,
        }
        return
      }
      case 'sentence end':
        yield* this.#end('.')
        this.#read += piece.length
        return
      case 'prosody':
        yield* this.#end(CONTINUES)
        this.#read += piece.length
        this.#prosody = piece.prosody
    }
  }

  /**
   * @param shape what the segmenter sees of the text
   * @param length what it takes of the transcript
   */
  *#append(text: string, shape: string, length = text.length): Generator<Stretch> {
    const at = this.#text.length
    const isReference = length > text.length
    if (isReference) this.#places.push({ at, source: this.#read, reference: length })
    else if (this.#places.length === 0 || startOf(this.#places, at) !== this.#read)
      this.#places.push({ at, source: this.#read })
    this.#read += length
    this.#text += text
    const shown = this.#phrases?.push(shape) ?? shape
    for (const segment of this.#segmenter.push(shown)) yield this.#cut(segment.length, CONTINUES)
  }

  /** Returns what has been read of a stretch, with the pause that ends it. */
  *#end(ending: Pause): Generator<Stretch> {
    const segments = [...this.#segmenter.push(this.#phrases?.flush() ?? ''), ...this.#segmenter.flush()]
    for (const [index, { length }] of segments.entries()) {
      const isLast = index === segments.length - 1
      const stretch = this.#cut(length, isLast ? ending : CONTINUES)
      yield isLast ? { ...stretch, end: this.#read } : stretch
    }
  }

  #cut(length: number, ending: Pause): Stretch {
    const text = this.#text.slice(0, length)
    const given = this.#given.filter(({ from }) => from < length)
    const places = this.#places.filter(({ at }) => at < length)
    const stretch = {
      ...this.#prosody,
      text,
      given: given.map((each) => ({ ...each, to: Math.min(each.to, length) })),
      ending,
      places,
      end: endOf(places, length - 1),
    }
    const divided = given.findLast(({ to }) => to > length)
    this.#text = this.#text.slice(length)
    this.#given = this.#given
      .filter(({ from }) => from >= length)
      .map(({ from, to, said }) => ({ from: from - length, to: to - length, said }))
    if (divided !== undefined) this.#given.unshift({ from: 0, to: divided.to - length, said: NOTHING })
    this.#places = this.#text === '' ? [] : placesFrom(this.#places, length)
    return stretch
  }
}
