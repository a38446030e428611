import { cardinal } from './number-words.ts'

const MOVE = /^([KQRBN])(x?)([a-h])([1-8])$/
const PIECES: Readonly<Record<string, string>> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
}

/** The words for a move of chess: "Nf3" is "knight F three", "Qxd5" "queen takes D five"; undefined for another word. */
export function chessMoveWords(word: string, locale: string): string | undefined {
  const match = MOVE.exec(word)
  if (!match) return undefined
  const [, piece, takes, file, rank] = match
  return `${PIECES[piece!]}${takes === '' ? '' : ' takes'} ${file!.toUpperCase()} ${cardinal(rank!, locale)}`
}
