import { join } from 'node:path'
import { IpaReader } from '../../shared/pronunciation/ipa.ts'
import { LetterToSound } from '../../shared/pronunciation/letter-to-sound.ts'
import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import type {
  LoadPronunciation,
  Pronunciation,
  SpokenWord,
} from '../../shared/pronunciation/pronunciation.ts'
import { WordContext } from '../../shared/pronunciation/word-context.ts'
import { isPause } from '../../shared/text/token.ts'
import { withAccents } from './accents.ts'
import { parseArpabet } from './arpabet.ts'
import { Clitics } from './clitics.ts'
import { ENGLISH_NEAR_PHONES, ENGLISH_PHONES } from './ipa.ts'
import { Lexicon } from './lexicon/lexicon.ts'
import { WordPronouncer } from './word-pronouncer.ts'

/** The input alphabet of the letter-to-sound network. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz'"

const SILENT: Phones = new Uint8Array()

/** Pronounces English. The pronunciation of a word can depend on its neighbours. */
class EnglishPronunciation implements Pronunciation {
  readonly ipa: IpaReader
  readonly #words: WordPronouncer
  readonly #inventory: PhoneInventory
  readonly #clitics: Clitics
  readonly #theBeforeVowel: Phones

  constructor(words: WordPronouncer, inventory: PhoneInventory) {
    this.ipa = new IpaReader(inventory, ENGLISH_PHONES, ENGLISH_NEAR_PHONES)
    this.#words = words
    this.#inventory = inventory
    this.#clitics = new Clitics(inventory)
    this.#theBeforeVowel = parseArpabet('dh iy0', inventory)
  }

  async pronounce(sequence: readonly SpokenWord[]): Promise<Phones[][]> {
    const lowerCase = sequence.map(({ spoken }) => spoken.toLowerCase())
    const neighbours = sequence.map(({ written }, at) => asNeighbour(lowerCase[at]!, written))
    const words = sequence.map(({ spoken, written }) => withAccents(spoken, written))
    const known = sequence.map(({ spoken, written, given }, at) =>
      isPause(spoken)
        ? SILENT
        : (given ?? this.#words.phones(words[at]!, new WordContext(neighbours, at, written, lowerCase[at]))),
    )
    const unknown = words.filter((_, at) => known[at] === undefined)
    const learned = unknown.length > 0 ? await this.#words.learn(unknown) : undefined
    const phones = known.map((each, at) => each ?? learned!.get(words[at]!)!)
    return sequence.map(({ spoken, given }, at) => {
      if (given !== undefined) return [given]
      const beforeVowel = lowerCase[at] === 'the' && this.#inventory.isVowel(phones[at + 1]?.[0])
      return this.#parts(spoken, beforeVowel ? this.#theBeforeVowel : phones[at]!)
    })
  }

  /** Splits the phones of a word from those of its clitic ("it" and "'s"). */
  #parts(spoken: string, phones: Phones): Phones[] {
    const clitic = this.#clitics.startIn(spoken, phones)
    return clitic < phones.length ? [phones.subarray(0, clitic), phones.subarray(clitic)] : [phones]
  }
}

/**
 * A word as its neighbours see it: with the apostrophe of a possessive plural ("my parents' house"), which readers of text
 * leave out.
 */
function asNeighbour(word: string, written: string): string {
  if (!word.endsWith('s') || !/^[^'‘’"“].*['’]$/.test(written)) return word
  return written.slice(0, -1).toLowerCase() === word ? `${word}'` : word
}

export default (async ({ folder, inventory, loadNetwork }) => {
  const network = await loadNetwork('letter-to-sound')
  const letterToSound = new LetterToSound(network, LETTERS)
  const lexicon = Lexicon.load(join(folder, 'lexicon.bin'))
  return new EnglishPronunciation(new WordPronouncer(lexicon, letterToSound, inventory), inventory)
}) satisfies LoadPronunciation
