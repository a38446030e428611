/** A piece of a vocabulary: its text, its score, and its kind where it is not 1, a normal one. */
export type WrittenPiece = readonly [text: string, score: number, kind?: number]

export interface WrittenSettings {
  /** 1: unigram, which it is by default; 2: BPE. */
  readonly type?: number
  readonly hasByteFallback?: boolean
  readonly charsmap?: Uint8Array
  readonly hasDummyPrefix?: boolean
  readonly removesExtraSpaces?: boolean
}

/** Writes a SentencePiece `.model` file (sentencepiece_model.proto). */
export function sentencePieceFile(
  pieces: readonly WrittenPiece[],
  settings: WrittenSettings = {},
): Uint8Array {
  const {
    type = 1,
    hasByteFallback = false,
    charsmap,
    hasDummyPrefix = true,
    removesExtraSpaces = true,
  } = settings
  return Buffer.concat([
    ...pieces.map(([text, score, kind = 1]) =>
      bytes(1, Buffer.concat([bytes(1, Buffer.from(text)), float(2, score), varint(3, kind)])),
    ),
    bytes(2, Buffer.concat([varint(3, type), varint(35, Number(hasByteFallback))])),
    bytes(
      3,
      Buffer.concat([
        ...(charsmap ? [bytes(2, charsmap)] : []),
        varint(3, Number(hasDummyPrefix)),
        varint(4, Number(removesExtraSpaces)),
      ]),
    ),
  ])
}

function varint(field: number, value: number): Buffer {
  return Buffer.concat([number(field * 8), number(value)])
}

function bytes(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([number(field * 8 + 2), number(value.length), value])
}

function float(field: number, value: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeFloatLE(value)
  return Buffer.concat([number(field * 8 + 5), four])
}

function number(value: number): Buffer {
  const out: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...out, rest])
    out.push((rest % 128) + 128)
  }
}
