/** Words that end with a weak vowel ("Media", "Risiko", "Oktopus"), but not "hautnah", "ebenso", "andersrum" and "Einfluss". */
const WEAK_END =
  /(?<=[aeiouyäöü].{0,3}[^a]|[eiouyäöü])a$|(?<=[aeiouyäöü].{0,3})(?<!w|s|bür|dem)o$|(?<!r)um$|(?<!b|[^s]m|s)us$/
const WEAK_END_PHONES = / (?:aː|oː|ʊ)1(?: [ms])?$/

/** Words with the stress on the closed syllable before such an end ("Alaska", "Orgasmus"), and on the open one ("Alina"). */
const CLOSED = /(?:ll|tt|ss|mm|nn|[ntz]k|s(?:ch)?k)a$|(?:ll|zz|rg)o$|s[mk]us$|ssum$/
const OPEN =
  /(?:(?<!dom|ret|mach|stam|pag)in|[^kr]an|(?<!k)om|(?<!m|pan)am|(?<!kan)ad|(?:ram|kor|ver|pier)on|(?:el|ou)is|auror|aj)a$|(?:ad|(?<!dom)in|er|it|ed|[ak]id|is|mig)o$|(?:nes|mes|nom|(?:[bdkmo]|[ik]r)at|[bdl]ot|path|[ktas]or|kar|zös)in$/

/** A stress just before that of "-ität", "-ismus", "-istisch" and "-istik" ("Qualität", "Kapitalismus"). */
const BEFORE_END =
  /(?<= |^)([^ ]{1,2})1((?: [^01əɐ ]{1,2}){1,3} (?:iː0 t ɛː1 t|ɪ1 s m ʊ[01] s|ɪ1 s t ɪ0 [ʃk]))/g

/** Women ("Feindin", "Königin"), whose ending is short and weak, and those with the stress before it ("Soldatin", "Autorin"). */
const WOMAN =
  /(?:[nlr]d|ss|tz|nes|mes|eis|ies|[ln]oss|[ln]öss|(?:reb|s)ell|piel|mahl|nom|chs|[io]g|ist|(?:[bdkmo]|[ik]r)at|[bdl]ot|path|[ktas]or|kar|zös)in$/
const WOMAN_END = / (?:iː|ɪ)1(?= n$)/

/** The long vowels of loan words, by the short ones. */
export const LONG: Readonly<Record<string, string>> = { a: 'aː', ɛ: 'eː', ɪ: 'iː', ɔ: 'oː', ʊ: 'uː' }

/**
 * The phones of a word with the stress of loan words, where the model stresses two syllables that are no parts of a compound.
 *
 * @param phones in IPA with spaces
 */
export function loanStressed(phones: string, word: string): string {
  const said = phones.replace(BEFORE_END, (_, vowel, end) => `${vowel === 'aː' ? 'a' : vowel}0${end}`)
  const isWoman = WOMAN.test(word)
  if (!isWoman && !WEAK_END.test(word)) return said
  const at = said.search(isWoman ? WOMAN_END : WEAK_END_PHONES)
  if (at === -1) return said
  const isMoved = CLOSED.test(word) || OPEN.test(word)
  if (!said.slice(0, at).includes('1') && !(isWoman && isMoved)) return said
  const weak =
    said.slice(0, at) +
    said
      .slice(at)
      .replace(/iː1|ɪ1/, 'ɪ0')
      .replace('1', '0')
  return isMoved ? stressedBeforeEnd(weak, OPEN.test(word)) : weak
}

/** The phones with the stress on the last syllable but one, whose vowel may be long, where it was on one before. */
function stressedBeforeEnd(phones: string, isLong: boolean): string {
  const each = phones.split(' ')
  const at = each.flatMap((phone, index) => (/[01ə]$/.test(phone) ? [index] : [])).at(-2)!
  const [, vowel] = /^(.+)0$/.exec(each[at]!) ?? []
  if (vowel === undefined) return phones
  const before = each.findLastIndex((phone) => phone.endsWith('1'))
  return each
    .map((phone, index) => (index === before ? phone.replace('1', '0') : phone))
    .with(at, `${(isLong && LONG[vowel]) || vowel}1`)
    .join(' ')
}
