import { type Heteronym, HeteronymReader, parseHeteronyms } from '../../shared/pronunciation/heteronyms.ts'
import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'
import { NOUNS_AND_VERBS } from './heteronyms/nouns-and-verbs.ts'
import { type PartOfSpeech, partOfSpeech } from './heteronyms/part-of-speech.ts'
import { SPECIAL_HETERONYMS } from './heteronyms/special.ts'
import { Inflection } from './inflection.ts'

/** The reader of English heteronyms: words with one spelling and two pronunciations. */
export function englishHeteronyms(inventory: PhoneInventory): HeteronymReader {
  const parse = (phones: string) => parseArpabet(phones, inventory)
  const inflection = new Inflection(inventory)
  const nounsAndVerbs = Object.entries(NOUNS_AND_VERBS).flatMap(([word, { noun, verb, otherwise }]) => {
    const base = { noun: parse(noun), verb: parse(verb) }
    const inS = { noun: inflection.s(base.noun), verb: inflection.s(base.verb) }
    return [
      [word, byPartOfSpeech(base, otherwise)],
      [sForm(word), byPartOfSpeech(inS, otherwise)],
      [`${word}'s`, { usual: inS.noun, other: inS.verb, isOther: () => false }], // no verb has an apostrophe
    ] as const
  })
  return new HeteronymReader([...nounsAndVerbs, ...parseHeteronyms(SPECIAL_HETERONYMS, parse)])
}

function byPartOfSpeech(
  phones: Readonly<Record<PartOfSpeech, Phones>>,
  usual: PartOfSpeech,
): Heteronym<Phones> {
  const other = usual === 'noun' ? 'verb' : 'noun'
  return {
    usual: phones[usual],
    other: phones[other],
    isOther: (context) => partOfSpeech(context) === other,
  }
}

function sForm(word: string): string {
  if (/(?:s|x|sh|ch)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
