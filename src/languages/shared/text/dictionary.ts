import { withCharacters } from './character-references.ts'
import type { Given, Said } from './given.ts'
import { type Place, PrefixTree } from './prefix-tree.ts'
import type { SpokenForms, TextFrontEnd } from './reading.ts'

/** How something that is written is said: as a respelling, which is read as text, or in IPA. */
export interface DictionaryEntry {
  /** A word or a phrase. */
  readonly text: string
  readonly respelling?: string
  /** Comes before a respelling. */
  readonly ipa?: string
}

/** The entries for a text in any case. */
interface Known {
  /** The entry that has no capitals: it is found in any case. */
  anyCase?: DictionaryEntry
  /** The entries that have capitals, as they are written and all in capitals. */
  cased?: Map<string, DictionaryEntry>
  /** The entry that has no capitals, and other letters in their place: "WEISS" is "weiß", but "weiss" is another word. */
  capitals?: DictionaryEntry
}

/** Words, stretches of white space, and single characters. */
const PIECE = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\s+|./gsu
const WORD = /^[\p{L}\p{N}]/u
const ENDING = /['’]?s$/iu
/** UTF-16 code units behind a phrase that decide whether it ends there: an ending, and what comes after it. */
const ENDING_LENGTH = 3
/** UTF-16 code units of a text in which a phrase with a mark is looked for: the longest, and some white space. */
const MARKED_LENGTH = 300
/** A mark before white space in a phrase: where there is no dictionary, a clause or sentence may end there. */
const MARK_BEFORE_SPACE = /[^\p{L}\p{M}\p{N}\s]\s/u
/** Letters that a word needs to take the ending without an apostrophe. */
const MIN_STEM = 3
/** Signs inside an address ("purr.example", "ann@purr.example") and inside a number, where a word is no word of the text. */
const INSIDE_ADDRESS = /^[.@_]$/
const INSIDE_NUMBER = /^[,:]$/

/**
 * How words and phrases are said that a language does not know. They are found whole, the longest first. Entries without
 * capitals are found in any case; others as they are written, or all in capitals: "Polish" is not found in "polish". The
 * last word may have the ending -s or 's. Finding costs the same however many entries there are, and an entry takes as much
 * memory whatever characters it has.
 */
export class Dictionary {
  readonly #forms: SpokenForms
  readonly #known = new PrefixTree<Known>()
  /** The phrases with a mark before white space. */
  readonly #marked = new PrefixTree<true>()

  constructor(entries: readonly DictionaryEntry[], language: Pick<TextFrontEnd, 'forms'>) {
    this.#forms = language.forms
    for (const entry of entries) this.add(entry)
  }

  /** What it knows in a text, in order. */
  find(text: string): Given[] {
    const pieces = Array.from(text.matchAll(PIECE), ({ 0: piece, index }) => ({ piece, from: index }))
    const given: Given[] = []
    for (let at = 0; at < pieces.length; ) {
      const match = this.#longest(pieces, at)
      if (match === undefined) at++
      else {
        given.push({ from: pieces[at]!.from, to: endOf(pieces[match.end - 1]!), said: match.said })
        at = match.end
      }
    }
    return given
  }

  /** Whether it has phrases with a mark before white space ("Yahoo! Mail"). */
  get hasMarkedPhrases(): boolean {
    return !this.#marked.isEmpty
  }

  /**
   * Where such a phrase that begins at a position of a text ends. The position itself if none begins there; undefined if that
   * depends on what comes after the text.
   *
   * @param isAll whether nothing comes after it
   */
  markedPhraseEnd(text: string, at: number, isAll: boolean): number | undefined {
    if (WORD.test(text[at]!) && WORD.test(text[at - 1] ?? ' ')) return at
    let place: Place<true> | undefined = this.#marked.start
    let end = at
    const last = Math.min(text.length, at + MARKED_LENGTH)
    for (let to = at; place !== undefined && to < last; ) {
      const character = String.fromCodePoint(text.codePointAt(to)!)
      const isMoreSpace = to > at && isSpace(character) && isSpace(text[to - 1]!)
      if (!isMoreSpace) place = this.#marked.follow(place, folded(plain(character)))
      to += character.length
      if (place !== undefined && this.#marked.valueAt(place)) end = to
    }
    const goesOn = place !== undefined && last === text.length
    const mayHaveEnding = end > at && text.length < end + ENDING_LENGTH
    if ((goesOn || mayHaveEnding) && !isAll) return undefined
    if (end === at) return at
    const from = Math.max(0, at - 2) // what stands before it decides whether it begins there
    const found = this.find(text.slice(from, end + ENDING_LENGTH)).find((each) => from + each.from === at)
    return found === undefined || from + found.to < end ? at : from + found.to
  }

  /** Adds an entry, in place of an earlier one with the same text. An entry with no text, or nothing to say, is ignored. */
  add(entry: DictionaryEntry): void {
    const text = writtenAs(entry)
    if (text === '' || (entry.ipa === undefined && entry.respelling === undefined)) return
    if (MARK_BEFORE_SPACE.test(text)) this.#marked.valueOf(folded(text), () => true)
    const capitals = text.toUpperCase()
    if (text === text.toLowerCase()) {
      this.#knownOf(text).anyCase = entry
      if (capitals.toLowerCase() !== text) this.#knownOf(capitals).capitals = entry
      return
    }
    this.#casedOf(text).set(text, entry)
    const cased = this.#casedOf(capitals)
    const earlier = cased.get(capitals)
    if (earlier === undefined || writtenAs(earlier) === text) cased.set(capitals, entry)
  }

  /** What is known of a text in any case. */
  #knownOf(text: string): Known {
    return this.#known.valueOf(folded(text), () => ({}))
  }

  #casedOf(text: string): Map<string, DictionaryEntry> {
    const known = this.#knownOf(text)
    known.cased ??= new Map()
    return known.cased
  }

  #longest(pieces: readonly Piece[], start: number): { end: number; said: Said } | undefined {
    if (!mayBegin(pieces, start)) return undefined
    let best: { end: number; said: Said } | undefined
    let place: Place<Known> | undefined = this.#known.start
    let text = ''
    for (let at = start; place !== undefined && at < pieces.length; at++) {
      const piece = plain(pieces[at]!.piece)
      const before = text
      text += piece
      const next: Place<Known> | undefined = this.#known.follow(place, folded(piece))
      const said = mayEnd(pieces, at)
        ? (this.#said(next, text, false) ?? this.#ended(place, before, piece))
        : undefined
      if (said !== undefined) best = { end: at + 1, said }
      place = next
    }
    return best
  }

  /** A last word with the ending -s. */
  #ended(place: Place<Known>, before: string, piece: string): Said | undefined {
    const ending = WORD.test(piece) ? ENDING.exec(piece)?.[0] : undefined
    if (ending === undefined) return undefined
    const stem = piece.slice(0, -ending.length)
    if (ending.length === 1 && (stem.length < MIN_STEM || /s$/i.test(stem))) return undefined
    return this.#said(this.#known.follow(place, folded(stem)), before + stem, true)
  }

  #said(place: Place<Known> | undefined, text: string, hasS: boolean): Said | undefined {
    const known = place && this.#known.valueAt(place)
    if (known === undefined) return undefined
    const inCapitals = text === text.toUpperCase() ? known.capitals : undefined
    const entry = known.cased?.get(text) ?? known.anyCase ?? inCapitals
    if (entry === undefined) return undefined
    const { ipa, respelling } = entry
    if (ipa !== undefined) return { as: 'phones', ipa: hasS ? this.#forms.ipaS(ipa) : ipa }
    const said = withCharacters(respelling!)
    return { as: 'text', text: hasS ? this.#forms.respelledS(said) : said }
  }
}

/** The text of an entry as it is compared. */
function writtenAs({ text }: DictionaryEntry): string {
  return plain(withCharacters(text).trim())
}

interface Piece {
  readonly piece: string
  readonly from: number
}

function endOf({ piece, from }: Piece): number {
  return from + piece.length
}

/** Composed, with plain apostrophes, and one space for white space. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll('’', "'").replace(/\s+/g, ' ')
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** In lower case, and the same however the text is cut: a sigma at the end of a word is another letter there. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** Whether something whole begins at a piece: not in the middle of an address, and no symbol after a word. */
function mayBegin(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at]!.piece
  const before = pieces[at - 1]?.piece ?? ' '
  if (!WORD.test(piece)) return /\S/.test(piece) && !WORD.test(before)
  return !joins(pieces[at - 2]?.piece, before, piece)
}

/** Whether something whole ends after a piece. */
function mayEnd(pieces: readonly Piece[], at: number): boolean {
  const after = pieces[at + 1]?.piece ?? ' '
  if (!WORD.test(pieces[at]!.piece)) return !WORD.test(after)
  return !joins(pieces[at]!.piece, after, pieces[at + 2]?.piece)
}

/** Whether a symbol makes one address or number of what stands before and after it. */
function joins(before = ' ', sign: string, after = ' '): boolean {
  if (INSIDE_NUMBER.test(sign)) return /\d$/.test(before) && /^\d/.test(after)
  return INSIDE_ADDRESS.test(sign) && WORD.test(before) && WORD.test(after)
}
