import { ModelError } from '../../../shared/engine-kind.ts'
import { fieldsOf } from '../../protobuf.ts'
import { Charsmap } from './charsmap.ts'

/** Kinds of pieces, as the file numbers them. */
export const PIECE_KIND = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const

/** A piece of the vocabulary; its id is its place. */
export interface Piece {
  readonly text: string
  /** The logarithm of its probability. */
  readonly score: number
  readonly kind: number
}

/** What a SentencePiece model file says, as far as encoding needs it. */
export interface SentencePieceFile {
  readonly pieces: readonly Piece[]
  /** Whether what no piece covers is given as its bytes, and not as the unknown piece. */
  readonly hasByteFallback: boolean
  /** Characters that are replaced before encoding. Undefined: none are. */
  readonly charsmap: Charsmap | undefined
  /** Whether a space is put before the text. */
  readonly hasDummyPrefix: boolean
  /** Whether spaces at both ends are dropped, and several in a row are one. */
  readonly removesExtraSpaces: boolean
}

const UNIGRAM = 1

/**
 * Reads a SentencePiece `.model` file of the unigram type.
 *
 * @see https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto for the numbers of the fields
 * @throws ModelError when it is no such file
 */
export function readSentencePiece(file: Uint8Array): SentencePieceFile {
  try {
    return read(file)
  } catch (cause) {
    if (cause instanceof ModelError) throw cause
    throw new ModelError(
      'The tokenizer is no SentencePiece model, or damaged. Download tokenizer.model again.',
      {
        cause,
      },
    )
  }
}

function read(file: Uint8Array): SentencePieceFile {
  const pieces: Piece[] = []
  let trainer: Uint8Array = new Uint8Array()
  let normalizer: Uint8Array = new Uint8Array()
  for (const { number, value } of fieldsOf(file)) {
    if (number === 1) pieces.push(piece(value as Uint8Array))
    if (number === 2) trainer = value as Uint8Array
    if (number === 3) normalizer = value as Uint8Array
  }
  if (!pieces.some(({ kind }) => kind === PIECE_KIND.unknown)) throw new RangeError('it has no unknown piece')
  const trained = new Map(Array.from(fieldsOf(trainer), ({ number, value }) => [number, value]))
  const normal = new Map(Array.from(fieldsOf(normalizer), ({ number, value }) => [number, value]))
  if ((trained.get(3) ?? UNIGRAM) !== UNIGRAM) {
    throw new ModelError('The tokenizer is not of the unigram type, which is the one that Pocket TTS has.')
  }
  const charsmap = normal.get(2) as Uint8Array | undefined
  return {
    pieces,
    hasByteFallback: trained.get(35) === 1,
    charsmap: charsmap?.length ? new Charsmap(charsmap) : undefined,
    hasDummyPrefix: (normal.get(3) ?? 1) === 1,
    removesExtraSpaces: (normal.get(4) ?? 1) === 1,
  }
}

function piece(message: Uint8Array): Piece {
  let text = ''
  let score = 0
  let kind: number = PIECE_KIND.normal
  for (const { number, value } of fieldsOf(message)) {
    if (number === 1) text = new TextDecoder().decode(value as Uint8Array)
    if (number === 2) score = floatOf(value as Uint8Array)
    if (number === 3) kind = value as number
  }
  return { text, score, kind }
}

function floatOf({ buffer, byteOffset }: Uint8Array): number {
  return new DataView(buffer, byteOffset).getFloat32(0, true)
}
