import type { Phones, TokenTable } from '../../phones.ts'
import { Inflection } from '../inflection.ts'
import type { Context } from './context.ts'
import { NOUNS_AND_VERBS } from './nouns-and-verbs.ts'
import { partOfSpeech } from './part-of-speech.ts'
import { SPECIAL_HETERONYMS } from './special.ts'

/** Gives the phones of one word, which its context decides. */
type Reading = (context: Context) => Phones

/** Reads the words that are spelled the same and said differently. */
export class HeteronymReader {
  readonly #readings = new Map<string, Reading>()

  constructor(tokens: TokenTable) {
    const inflection = new Inflection(tokens)
    for (const [word, { noun, verb, otherwise }] of Object.entries(NOUNS_AND_VERBS)) {
      const base = { noun: tokens.arpabet(noun), verb: tokens.arpabet(verb) }
      const inS = { noun: inflection.s(base.noun), verb: inflection.s(base.verb) }
      this.#readings.set(word, (context) => base[partOfSpeech(context) ?? otherwise])
      this.#readings.set(sForm(word), (context) => inS[partOfSpeech(context) ?? otherwise])
    }
    for (const [word, { usual, other, isOther }] of Object.entries(SPECIAL_HETERONYMS)) {
      const phones = { usual: tokens.arpabet(usual), other: tokens.arpabet(other) }
      this.#readings.set(word, (context) => (isOther(context) ? phones.other : phones.usual))
    }
  }

  has(word: string): boolean {
    return this.#readings.has(word)
  }

  /** The phones of a word in its context, or undefined when it is no heteronym. */
  read(context: Context): Phones | undefined {
    return this.#readings.get(context.word)?.(context)
  }
}

function sForm(word: string): string {
  if (/(?:s|x|sh|ch)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
