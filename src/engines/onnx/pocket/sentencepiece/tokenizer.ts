import { PIECE_KIND, readSentencePiece, type SentencePieceFile } from './model-file.ts'

/** What SentencePiece writes for a space. */
const SPACE = '▁'
/** How much less likely a character that no piece covers is than the least likely piece, as a logarithm. */
const UNKNOWN_PENALTY = 10

interface Entry {
  readonly id: number
  readonly score: number
}

/**
 * Cuts text into the most likely pieces of a unigram vocabulary (Kudo, "Subword Regularization", 2018), as SentencePiece
 * does, to the same ids. It is small enough to be here: the packages there are carry 4 MB of WebAssembly and other models'
 * vocabularies into every worker, or read only another format and replace characters by other rules.
 */
export class Tokenizer {
  readonly #entries = new Map<string, Entry>()
  readonly #longest: number
  readonly #bytes: ReadonlyMap<number, number> | undefined
  readonly #unknown: Entry
  /** What users define: no character of it is replaced. */
  readonly #kept: RegExp | undefined
  readonly #file: SentencePieceFile

  /**
   * @param file a `.model` file
   * @throws ModelError when it is no such file
   */
  constructor(file: Uint8Array) {
    this.#file = readSentencePiece(file)
    const { pieces, hasByteFallback } = this.#file
    const scores = pieces.filter(({ kind }) => kind === PIECE_KIND.normal).map(({ score }) => score)
    const most = Math.max(...scores)
    pieces.forEach(({ text, score, kind }, id) => {
      if (kind === PIECE_KIND.normal) this.#entries.set(text, { id, score })
      // What users define is always kept whole: its score is higher than that of all that it could be cut into.
      if (kind === PIECE_KIND.userDefined) {
        this.#entries.set(text, { id, score: Buffer.byteLength(text) * most - 0.1 })
      }
    })
    this.#longest = Math.max(0, ...Array.from(this.#entries.keys(), (text) => text.length))
    this.#unknown = {
      id: pieces.findIndex(({ kind }) => kind === PIECE_KIND.unknown),
      score: Math.min(...scores) - UNKNOWN_PENALTY,
    }
    if (hasByteFallback) {
      this.#bytes = new Map(
        pieces.flatMap(({ text, kind }, id) =>
          kind === PIECE_KIND.byte ? [[Number.parseInt(text.slice(3, 5), 16), id] as const] : [],
        ),
      )
    }
    const kept = pieces.filter(({ kind }) => kind === PIECE_KIND.userDefined).map(({ text }) => text)
    if (kept.length > 0) {
      const longestFirst = kept.sort((one, other) => other.length - one.length)
      this.#kept = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`)
    }
  }

  /** The ids of the pieces of a text; none for an empty one. */
  encode(text: string): number[] {
    const normal = this.#normalize(text)
    const ids: number[] = []
    let wasUnknown = false
    for (const { start, end, id } of this.#bestPath(normal)) {
      const isUnknown = id === this.#unknown.id
      if (isUnknown && this.#bytes !== undefined) {
        for (const byte of Buffer.from(normal.slice(start, end))) ids.push(this.#bytes.get(byte)!)
      } else if (!(isUnknown && wasUnknown)) {
        ids.push(id) // unknown characters in a row are one piece
      }
      wasUnknown = isUnknown
    }
    return ids
  }

  #normalize(text: string): string {
    const { hasDummyPrefix, removesExtraSpaces } = this.#file
    let normal = this.#replaced(text)
    if (removesExtraSpaces) normal = normal.replace(/ +/g, ' ').replace(/^ | $/g, '')
    if (normal === '') return ''
    return `${hasDummyPrefix ? ' ' : ''}${normal}`.replaceAll(' ', SPACE)
  }

  #replaced(text: string): string {
    const { charsmap } = this.#file
    if (charsmap === undefined) return text
    if (this.#kept === undefined) return charsmap.replace(text)
    const parts = text.split(this.#kept)
    return parts.map((part, index) => (index % 2 === 1 ? part : charsmap.replace(part))).join('')
  }

  /** The pieces whose scores add up to the most (Viterbi), in 32-bit floats as SentencePiece adds them. */
  #bestPath(text: string): { start: number; end: number; id: number }[] {
    const scores = new Float32Array(text.length + 1).fill(-Infinity)
    const starts = new Int32Array(text.length + 1)
    const ids = new Int32Array(text.length + 1)
    scores[0] = 0
    const offer = (start: number, end: number, { id, score }: Entry) => {
      const total = Math.fround(scores[start]! + Math.fround(score))
      if (total <= scores[end]!) return
      scores[end] = total
      starts[end] = start
      ids[end] = id
    }
    for (let start = 0; start < text.length; ) {
      const character = text.codePointAt(start)! > 0xffff ? 2 : 1
      for (let end = start + 1; end <= Math.min(text.length, start + this.#longest); end++) {
        const entry = this.#entries.get(text.slice(start, end))
        if (entry !== undefined) offer(start, end, entry)
      }
      if (!this.#entries.has(text.slice(start, start + character))) {
        offer(start, start + character, this.#unknown)
      }
      start += character
    }
    const path: { start: number; end: number; id: number }[] = []
    for (let end = text.length; end > 0; end = starts[end]!) {
      path.push({ start: starts[end]!, end, id: ids[end]! })
    }
    return path.reverse()
  }
}
