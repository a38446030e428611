import type { Phones } from './phone-inventory.ts'

/** Time steps of output for each letter. */
const STEPS_PER_LETTER = 3
/** Longer words are cut: the networks were trained on words of 24 letters at most. */
const PIECE_LETTERS = 32
/** Pieces of one run, so that no flood of letters takes memory without limit. */
const RUN_PIECES = 16

/** The scores of every phone at every time step, step after step. */
export interface LetterScores {
  readonly scores: Float32Array
  /** How many phones are scored at each step. */
  readonly width: number
}

/** Runs a network on rows of letters, each as many ids, 0 for padding. */
export type LetterNetwork = (ids: BigInt64Array, rows: number, letters: number) => Promise<LetterScores>

/** Predicts the phones of any spelling, with a small neural network for one language. */
export class LetterToSound {
  readonly #network: LetterNetwork
  readonly #letters: string

  /** @param letters those that the network knows; their ids begin with 1 */
  constructor(network: LetterNetwork, letters: string) {
    this.#network = network
    this.#letters = `_${letters}`
  }

  /** The phones of words of the language's letters, in order. The time it takes is linear in the letters. */
  async phones(words: readonly string[]): Promise<Phones[]> {
    const pieces = words.flatMap((word, index) => cut(word).map((letters) => ({ letters, index })))
    const phones: number[][] = words.map(() => [])
    for (let from = 0; from < pieces.length; from += RUN_PIECES) {
      const batch = pieces.slice(from, from + RUN_PIECES)
      const decoded = await this.#run(batch.map(({ letters }) => letters))
      batch.forEach(({ index }, row) => {
        phones[index]!.push(...decoded[row]!)
      })
    }
    return phones.map((each) => Uint8Array.from(each))
  }

  async #run(pieces: readonly string[]): Promise<number[][]> {
    const width = Math.max(...pieces.map((letters) => letters.length))
    const ids = new BigInt64Array(pieces.length * width)
    pieces.forEach((letters, row) => {
      for (let i = 0; i < letters.length; i++)
        ids[row * width + i] = BigInt(this.#letters.indexOf(letters[i]!))
    })
    const { scores, width: phones } = await this.#network(ids, pieces.length, width)
    return pieces.map(({ length }, row) => {
      const start = row * width * STEPS_PER_LETTER * phones
      return decodeGreedily(scores.subarray(start, start + length * STEPS_PER_LETTER * phones), phones)
    })
  }
}

function cut(word: string): string[] {
  return word.match(new RegExp(`.{1,${PIECE_LETTERS}}`, 'g')) ?? []
}

/** The id of a step that says nothing. */
const BLANK = 0

/**
 * Greedy decoding of connectionist temporal classification (Graves et al., 2006): the best id of each time
 * step, without repeats and blanks.
 *
 * @param scores of every id at one step after the other
 * @param width how many ids there are
 */
export function decodeGreedily(scores: Float32Array, width: number): number[] {
  const ids: number[] = []
  let before = BLANK
  for (let step = 0; step < scores.length; step += width) {
    let best = BLANK
    for (let id = 1; id < width; id++) if (scores[step + id]! > scores[step + best]!) best = id
    if (best !== before && best !== BLANK) ids.push(best)
    before = best
  }
  return ids
}
