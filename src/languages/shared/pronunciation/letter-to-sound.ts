import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tensor, type VitsModel } from '@huggingface/transformers'
import { loadModel } from '../../../speech/engine/load-model.ts'
import type { Language } from '../language.ts'
import { decodeGreedily } from './ctc.ts'
import type { Phones } from './phone-inventory.ts'

/** Each model's letters; their ids begin with 1, 0 is padding. */
const LETTERS: Readonly<Record<Language, string>> = {
  en: "_abcdefghijklmnopqrstuvwxyz'",
  de: "_abcdefghijklmnopqrstuvwxyzäöüß'",
  nl: "_abcdefghijklmnopqrstuvwxyz'àáâçèéêëíïóôöúûü",
}
const FOLDERS: Readonly<Record<Language, string>> = {
  en: 'letter-to-sound',
  de: 'letter-to-sound-de',
  nl: 'letter-to-sound-nl',
}
/** Slots of output for each letter. */
const SLOTS = 3
/** Longer words are cut: the model saw at most 16 letters, and 12 to each side decide a phone. */
const PIECE_LETTERS = 32
/** Pieces of one run, so that no flood of letters takes memory without limit. */
const RUN_PIECES = 16

/** A small neural network of one language that gives the phones of any spelling. */
export class LetterToSound {
  readonly #model: VitsModel
  readonly #letters: string

  private constructor(model: VitsModel, letters: string) {
    this.#model = model
    this.#letters = letters
  }

  /** Words that a language's model does not say right, with their phones in IPA: `exceptions.json` beside it. */
  static exceptions(modelFolder: string, language: Exclude<Language, 'en'>): Record<string, string> {
    return JSON.parse(readFileSync(join(modelFolder, FOLDERS[language], 'exceptions.json'), 'utf8'))
  }

  /** Loads a language's model from the voice model's folder; nothing is ever fetched. Throws when it is missing or damaged. */
  static async load(modelFolder: string, language: Language): Promise<LetterToSound> {
    return new LetterToSound(await loadModel(modelFolder, FOLDERS[language]), LETTERS[language])
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
    const { logits } = await this.#model.forward({
      input_ids: new Tensor('int64', ids, [pieces.length, width]),
    })
    const tokens: number = logits.dims[2]
    const scores: Float32Array = logits.data
    return pieces.map(({ length }, row) => {
      const start = row * width * SLOTS * tokens
      return decodeGreedily(scores.subarray(start, start + length * SLOTS * tokens), tokens)
    })
  }
}

function cut(word: string): string[] {
  return word.match(new RegExp(`.{1,${PIECE_LETTERS}}`, 'g')) ?? []
}
