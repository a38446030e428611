import { syllablesOf } from './syllables.ts'

/** Where a word ends with "-ung" and where with a root ("Sprung", "Junge", "gelungen"), and the same with "-lich" ("ausgeglichen"). */
const UNG =
  '(?<!pr|schw|zw|j|dr|schl|[re]kl|^[dhklyz]|^(?:ab|auf)?ger|^(?:ge|be)s|^(?:un|miss)?gel|miss?l|mißl)ung(?!e(?!n))'
const LICH = '(?<![^ni]sch|geg)lich(?!t)'

/** German suffixes, others and endings after them: "Wohnungen", "Freundlichkeit", "wissenschaftliche", "ewigen", but not "zeigen". */
const SUFFIXES = new RegExp(
  `(?:${UNG}|${LICH}|(?<![ae])ig|[hk]eit(?!er)|schaft)(?:ung|lich|keit|ler)*(?:e?r|e?st|end|t)?(?:e[mnrs]?|[ns]|in(?:nen)?)?$`,
)
const VOWELS = /ei|[aeiu]/g

/**
 * The phones of a word without a stress on its German suffixes, where one before them has it: "Beerdigung", "Einheit".
 *
 * @param phones in IPA with spaces
 */
export function suffixesUnstressed(phones: string, word: string): string {
  const vowels = SUFFIXES.exec(word)?.[0].match(VOWELS)?.length
  if (vowels === undefined) return phones
  const each = phones.split(' ')
  const from = syllablesOf(each).at(-vowels) ?? 0
  if (!each.slice(0, from).some((phone) => phone.endsWith('1'))) return phones
  return each.map((phone, at) => (at < from ? phone : phone.replace(/^(a|aɪ|ɪ|ʊ)1$/, '$10'))).join(' ')
}
