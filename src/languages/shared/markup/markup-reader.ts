import type { Said } from '../text/given.ts'
import { breakSeconds, CONTENT_TAGS, type Prosody, prosodyChange, saidFor } from './meaning.ts'
import { parseTag, type Tag, tagEnd } from './tag.ts'

/** What a transcript is made of. `length` is what it takes of the transcript, in UTF-16 code units. */
export type Piece = { readonly length: number } & (
  | { readonly is: 'text'; readonly text: string }
  /** Text that is said in a way of its own; it begins `lead` units into the piece. */
  | { readonly is: 'given'; readonly text: string; readonly said: Said; readonly lead: number }
  /** Seconds of silence. */
  | { readonly is: 'break'; readonly seconds: number }
  /** A sentence ends, if one has begun. */
  | { readonly is: 'sentence end' }
  /** How fast and loud what follows is. */
  | { readonly is: 'prosody'; readonly prosody: Prosody }
  /** A tag that does nothing but divide what stands around it. */
  | { readonly is: 'divider' }
)

/** A tag that was opened, and how speech was before it. */
interface Opened {
  readonly name: string
  readonly before: Prosody
}

/** UTF-16 code units of the content of a tag, with and without the tags in it. What has more is ordinary text. */
const MAX_CONTENT_SOURCE = 600
const MAX_CONTENT = 150
/** Tags that change speed or volume within one another; those deeper do nothing. */
const MAX_DEPTH = 32

/**
 * Finds the tags in a transcript that comes piece by piece. However it is split, its text and tags are the same: what
 * follows a "<" is kept back until it is decided whether it is a tag, and what follows a tag that says how its content is
 * read, until that ends. Both are bounded. One reader serves one turn.
 */
export class MarkupReader {
  #held = ''
  #prosody: Prosody = { speed: 1, volume: 1 }
  #opened: readonly Opened[] = []

  /** Whether something is kept back. */
  get isHolding(): boolean {
    return this.#held !== ''
  }

  /** Another reader with the same text before what it will be given. */
  clone(): MarkupReader {
    const other = new MarkupReader()
    other.#held = this.#held
    other.#prosody = this.#prosody
    other.#opened = this.#opened
    return other
  }

  /** Appends text; gives the pieces that are decided. */
  *push(text: string): Generator<Piece> {
    yield* this.#read(this.#held + text, false)
  }

  /** Gives what is kept back, as if nothing came after it. */
  *flush(): Generator<Piece> {
    yield* this.#read(this.#held, true)
  }

  *#read(text: string, isAll: boolean): Generator<Piece> {
    this.#held = ''
    let from = 0 // what has not been given
    for (let at = text.indexOf('<'); at >= 0; ) {
      const end = tagEnd(text, at)
      const tag = end === undefined || end < 0 ? undefined : parseTag(text.slice(at, end))
      const content = tag !== undefined && opensContent(tag) ? contentAfter(text, end!, tag.name) : 'none'
      if (!isAll && (end === undefined || content === undefined)) {
        if (at > from) yield textPiece(text.slice(from, at))
        this.#held = text.slice(at)
        return
      }
      if (tag === undefined) {
        at = text.indexOf('<', at + 1)
        continue
      }
      if (at > from) yield textPiece(text.slice(from, at))
      const said = content === undefined || content === 'none' ? undefined : saidFor(tag, content.text.trim())
      if (said === undefined) {
        yield this.#pieceOf(tag, end! - at)
        from = end!
      } else {
        const { text: given, end: contentEnd } = content as Content
        yield { is: 'given', text: given, said, lead: end! - at, length: contentEnd - at }
        from = contentEnd
      }
      at = text.indexOf('<', from)
    }
    if (from < text.length) yield textPiece(text.slice(from))
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
  /** Without the tags in it. */
  readonly text: string
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
  let content = ''
  for (let from = 0; ; ) {
    const at = source.indexOf('<', from)
    content += source.slice(from, at < 0 ? source.length : at)
    if (content.length > MAX_CONTENT) return 'none'
    if (at < 0) return undecided
    const end = tagEnd(source, at)
    if (end === undefined) return undecided
    if (end < 0) {
      content += '<'
      from = at + 1
      continue
    }
    const tag = parseTag(source.slice(at, end))
    if (tag.name === name)
      return tag.isClosing && content.trim() !== '' ? { text: content, end: start + end } : 'none'
    from = end
  }
}

function textPiece(text: string): Piece {
  return { is: 'text', text, length: text.length }
}
