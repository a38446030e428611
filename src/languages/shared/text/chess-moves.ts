import { isWordStart, matchAt, type Reader, reading } from './reading.ts'

/** What a language says for a move of chess. */
export interface ChessWords {
  /** The names of the pieces, by the letters that the language writes for them. */
  readonly pieces: Readonly<Record<string, string>>
  readonly takes: string
  readonly check: string
  readonly mate: string
  /** Castling on the side of the king, and of the queen. */
  readonly short: string
  readonly long: string
}

const ENDING = /([+#]?)(?![A-Za-z\d+#])/.source
const CASTLING = new RegExp(`O-O(-O)?${ENDING}`, 'y')

/** Makes the reader of moves of chess: "Nf3" is "knight F three", "Qxd5+" "queen takes D five, check", "exd5" "E takes D five". */
export function chessMoveReader(
  words: ChessWords,
  cardinal: (digits: string, locale: string) => string,
): Reader {
  const move = new RegExp(
    `(?:([${Object.keys(words.pieces).join('')}])([a-h]?[1-8]?)|([a-h])(?=x))(x?)([a-h])([1-8])${ENDING}`,
    'y',
  )
  const ending = (sign: string) => (sign === '' ? '' : ` , ${sign === '+' ? words.check : words.mate}`)
  return ({ text, locale }, at) => {
    if (!isWordStart(text, at) && text[at - 1] !== '.') return undefined
    const castling = matchAt(CASTLING, text, at)
    if (castling)
      return reading(
        at,
        castling[0].length,
        (castling[1] === undefined ? words.short : words.long) + ending(castling[2]!),
      )
    const match = matchAt(move, text, at)
    if (!match) return undefined
    const [whole, piece, from = '', pawn, takes, file, rank, sign] = match
    const place = (letters: string) =>
      Array.from(letters, (each) => (/\d/.test(each) ? cardinal(each, locale) : each.toUpperCase()))
    const said = [
      piece === undefined ? pawn!.toUpperCase() : words.pieces[piece]!,
      ...place(from),
      ...(takes === '' ? [] : [words.takes]),
      ...place(file! + rank!),
    ]
    return reading(at, whole.length, said.join(' ') + ending(sign!))
  }
}
