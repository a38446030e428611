import { MarkupReader, type OpenTags, type Piece } from '../../languages/shared/markup/markup-reader.ts'

/** From this many characters on, an utterance ends where a sentence ends. */
const ENOUGH = 400
/** Most characters of an utterance. About 900 are the longest speech that one turn may have, 700 slow ones. */
const MAX_LENGTH = 700
/** Most characters of an utterance that would otherwise be cut within a tag, or within content that must stay whole. */
const MAX_UNCUT = 1000

/** Words, the white space between them, tags, and where other tags may begin and end. No character is cut in two. */
const PARTS = /\s{1,100}|<[a-z/][^<>]{0,300}>|[<>]|[^\s<>]{1,100}/giu
/** UTF-16 code units that are kept to see whether a sentence ends. */
const TAIL = 40
const CLOSING = /["'”’»)\]]{1,4}$/
/** A full stop behind these ends no sentence: "Dr.", "U.S.", "J.", "5." */
const ABBREVIATION = /(?:^|[^\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}{1,3}|\p{N}{1,9}|\p{L}{1,9}\.\p{L}{1,9})\.$/u

/**
 * Finds where the text of an utterance is cut as it comes: at the first end of a sentence from 400 characters on, or at the last
 * end of a word within 700. What a tag says of its content, and a tag itself, is not cut within 1000.
 */
export class CutFinder {
  readonly #markup: MarkupReader
  #length = 0
  /** The end of the text, without tags. */
  #tail = ''
  #isInWord = false

  /** @param tags those that are open where the text begins */
  constructor(tags?: OpenTags) {
    this.#markup = new MarkupReader(tags)
  }

  /** The tags that are open at the end of the text so far. */
  get tags(): OpenTags {
    return this.#markup.tags
  }

  /** Whether the text so far ends without white space. */
  get isInWord(): boolean {
    return this.#isInWord
  }

  /** Takes the next text up to where it is to be cut. Returns how much that is, in UTF-16 code units. */
  take(text: string): number {
    let taken = 0
    for (const [part] of text.matchAll(PARTS)) {
      if (this.#isCutBefore(part)) break
      this.read(part)
      taken += part.length
    }
    return taken
  }

  /** Takes the next text, which is not to be cut. */
  read(text: string): void {
    for (const piece of this.#markup.push(text)) this.#tail = (this.#tail + shownIn(piece)).slice(-TAIL)
    this.#length += text.length
    if (text !== '') this.#isInWord = /\S$/.test(text)
  }

  #isCutBefore(part: string): boolean {
    if (this.#length === 0) return false
    if (this.#markup.isHolding) return this.#length + part.length > MAX_UNCUT
    if (this.#length + part.length > MAX_LENGTH) return true
    return this.#length >= ENOUGH && /^[^\s<>]/.test(part) && endsSentence(this.#tail)
  }
}

/** What a piece adds to the text without tags. */
function shownIn(piece: Piece): string {
  if (piece.is === 'text') return piece.text
  if (piece.is === 'given') return piece.parts.map(({ text }) => text).join('')
  return piece.is === 'sentence end' ? '\n' : ''
}

function endsSentence(text: string): boolean {
  const words = text.trimEnd()
  if (text.slice(words.length).includes('\n')) return true
  const end = words.replace(CLOSING, '')
  return /[!?…]$/.test(end) || (end.endsWith('.') && !ABBREVIATION.test(end))
}
