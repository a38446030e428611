import { referenceEnd, withCharacters } from '../text/character-references.ts'
import type { Said } from '../text/given.ts'
import { breakSeconds, CONTENT_TAGS, type Prosody, prosodyChange, saidFor } from './meaning.ts'
import { parseTag, type Tag, tagEnd } from './tag.ts'

/**
 * What a transcript is made of. `length` is what it takes of the transcript, in UTF-16 code units: more than its text where a
 * reference to a character stands for that.
 */
export type Piece = { readonly length: number } & (
  | { readonly is: 'text'; readonly text: string }
  /** Text that is said in a way of its own, in parts where tags and references stand in it. */
  | { readonly is: 'given'; readonly parts: readonly Part[]; readonly said: Said }
  /** Seconds of silence. */
  | { readonly is: 'break'; readonly seconds: number }
  /** A sentence ends, if one has begun. */
  | { readonly is: 'sentence end' }
  /** How fast and loud what follows is. */
  | { readonly is: 'prosody'; readonly prosody: Prosody }
  /** A tag that does nothing but divide what stands around it. */
  | { readonly is: 'divider' }
)

/** A part of a text, where it begins in its piece, and what it takes of the transcript. */
export interface Part {
  readonly text: string
  readonly from: number
  readonly length: number
}

/** A tag that was opened, and how speech was before it. */
interface Opened {
  readonly name: string
  readonly before: Prosody
}

/** The tags of speed and volume that are open at a place, and how speech is there. */
export interface OpenTags {
  readonly prosody: Prosody
  readonly opened: readonly Opened[]
}

/** The beginning of a text of its own. */
export const NO_TAGS: OpenTags = { prosody: { speed: 1, volume: 1 }, opened: [] }

/** UTF-16 code units of the content of a tag, with and without the tags in it. What has more is ordinary text. */
const MAX_CONTENT_SOURCE = 600
const MAX_CONTENT = 150
/** What tags and references begin with. */
const MARKUP = /[<&]/g
/** Tags that change speed or volume within one another; those deeper do nothing. */
const MAX_DEPTH = 32

/**
 * Finds the tags in a transcript that comes piece by piece, and puts characters in the place of references to them.
 * However it is split, its text and tags are the same: what follows a "<" or "&" is kept back until it is decided whether
 * it is a tag or a reference, and what follows a tag that says how its content is read, until that ends. All are bounded.
 * One reader serves one turn.
 */
export class MarkupReader {
  #held = ''
  #prosody: Prosody
  #opened: readonly Opened[]

  /** @param tags those that are open where the text begins */
  constructor({ prosody, opened }: OpenTags = NO_TAGS) {
    this.#prosody = prosody
    this.#opened = opened
  }

  /** The tags that are open behind what is decided. */
  get tags(): OpenTags {
    return { prosody: this.#prosody, opened: this.#opened }
  }

  /** Whether something is kept back. */
  get isHolding(): boolean {
    return this.#held !== ''
  }

  /** Another reader with the same text before what it will be given. */
  clone(): MarkupReader {
    const other = new MarkupReader(this.tags)
    other.#held = this.#held
    return other
  }

  /** Appends text; gives the pieces that are decided. */
  *push(text: string): Generator<Piece> {
    yield* this.#read(this.#held + text, false)
  }

  /** Returns what is kept back, as if nothing came after it. */
  *flush(): Generator<Piece> {
    yield* this.#read(this.#held, true)
  }

  *#read(text: string, isAll: boolean): Generator<Piece> {
    this.#held = ''
    for (let from = 0; from < text.length; ) {
      const at = nextMarkup(text, from)
      if (at > from) yield textPiece(text.slice(from, at))
      if (at === text.length) return
      const piece = this.#pieceAt(text, at, isAll)
      if (piece === undefined) {
        this.#held = text.slice(at)
        return
      }
      yield piece
      from = at + piece.length
    }
  }

  /** What begins with the "<" or "&" at a position; undefined when what comes next decides it. */
  #pieceAt(text: string, at: number, isAll: boolean): Piece | undefined {
    const end = markupEnd(text, at)
    if (end === undefined) return isAll ? textPiece(text[at]!) : undefined
    if (text[at] === '&') return { is: 'text', text: withCharacters(text.slice(at, end)), length: end - at }
    const tag = parseTag(text.slice(at, end))
    const content = opensContent(tag) ? contentAfter(text, end, tag.name) : 'none'
    if (content === undefined && !isAll) return undefined
    if (content !== undefined && content !== 'none') {
      const { parts } = content
      const said = saidFor(
        tag,
        parts
          .map((part) => part.text)
          .join('')
          .trim(),
      )
      if (said !== undefined) {
        const within = parts.map((part) => ({ ...part, from: part.from - at }))
        return { is: 'given', parts: within, said, length: content.end - at }
      }
    }
    return this.#pieceOf(tag, end - at)
  }

  #pieceOf(tag: Tag, length: number): Piece {
    switch (tag.name) {
      case 'break': {
        const seconds = tag.isClosing ? undefined : breakSeconds(tag)
        return seconds === undefined ? { is: 'divider', length } : { is: 'break', seconds, length }
      }
      case 'p':
      case 's':
        return { is: 'sentence end', length }
      case 'speed':
      case 'volume':
      case 'prosody': {
        const prosody = tag.isClosing ? this.#before(tag.name) : this.#within(tag)
        const isSame = prosody.speed === this.#prosody.speed && prosody.volume === this.#prosody.volume
        this.#prosody = prosody
        return isSame ? { is: 'divider', length } : { is: 'prosody', prosody, length }
      }
      default:
        return { is: 'divider', length }
    }
  }

  /** How speech is after a tag, which is remembered until it is closed. */
  #within(tag: Tag): Prosody {
    const prosody = { ...this.#prosody, ...prosodyChange(tag) }
    if (tag.isEmpty) return prosody
    if (this.#opened.length >= MAX_DEPTH) return this.#prosody
    this.#opened = [...this.#opened, { name: tag.name, before: this.#prosody }]
    return prosody
  }

  /** How speech was before the last open tag of a name. */
  #before(name: string): Prosody {
    const at = this.#opened.findLastIndex((opened) => opened.name === name)
    if (at < 0) return this.#prosody
    const { before } = this.#opened[at]!
    this.#opened = this.#opened.slice(0, at)
    return before
  }
}

interface Content {
  /** Without the tags in it, and with characters for references to them. */
  readonly parts: readonly Part[]
  /** Behind the tag that closes it. */
  readonly end: number
}

function opensContent({ name, isClosing, isEmpty }: Tag): boolean {
  return CONTENT_TAGS.has(name) && !isClosing && !isEmpty
}

/**
 * The content of a tag that ends at a position. 'none' when it is not closed within the bounds, has nothing in it, or
 * one of its kind is opened in it; undefined when the text ends before that is decided.
 */
function contentAfter(text: string, start: number, name: string): Content | 'none' | undefined {
  const source = text.slice(start, start + MAX_CONTENT_SOURCE)
  const undecided = source.length < MAX_CONTENT_SOURCE ? undefined : 'none'
  const parts: Part[] = []
  let length = 0
  for (let from = 0; ; ) {
    const at = nextMarkup(source, from)
    if (at > from) add(source.slice(from, at), from, at)
    const end = at === source.length ? undefined : markupEnd(source, at)
    if (end !== undefined && source[at] === '&') add(withCharacters(source.slice(at, end)), at, end)
    if (length > MAX_CONTENT) return 'none'
    if (end === undefined) return undecided
    from = end
    if (source[at] === '&') continue
    const tag = parseTag(source.slice(at, end))
    if (tag.name === name) {
      const isSaid = tag.isClosing && parts.some((each) => each.text.trim() !== '')
      return isSaid ? { parts, end: start + end } : 'none'
    }
  }

  function add(text: string, from: number, to: number): void {
    parts.push({ text, from: start + from, length: to - from })
    length += text.length
  }
}

/** Where the next tag or reference begins, or what may become one; the text's length when there is none. */
function nextMarkup(text: string, from: number): number {
  MARKUP.lastIndex = from
  for (let match = MARKUP.exec(text); match !== null; match = MARKUP.exec(text)) {
    if (markupEnd(text, match.index) !== -1) return match.index
  }
  return text.length
}

/** Where a tag or a reference ends: see `tagEnd` and `referenceEnd`. */
function markupEnd(text: string, at: number): number | undefined {
  return text[at] === '&' ? referenceEnd(text, at) : tagEnd(text, at)
}

function textPiece(text: string): Piece {
  return { is: 'text', text, length: text.length }
}
