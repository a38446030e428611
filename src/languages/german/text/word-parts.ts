import { BRAND_NAMES } from '../../shared/text/brand-names.ts'
import { entry } from '../../shared/text/entry.ts'
import { isMixedCode } from '../../shared/text/mixed-code.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { ENGLISH_TITLES } from './abbreviation-expansions.ts'
import { capitalsWords, spell, withS } from './capitals.ts'
import { LAW_NAMES } from './law-names.ts'
import { cardinal, code } from './number-words.ts'
import { umlauted } from './umlauts.ts'

/** Words that are not split at their capitals, or are not pronounced as they are spelled. */
const NAMES: Readonly<Record<string, string>> = {
  ...BRAND_NAMES,
  ...LAW_NAMES,
  AfA: 'A F A',
  Bft: 'beaufort',
  AfD: 'A F D',
  dpa: 'D P A',
  jz: 'jetzt',
  sry: 'sorry',
  CoV: 'cov',
  Ctrl: 'control',
  MWSt: 'mehrwertsteuer',
  UStId: 'umsatzsteuer I D',
  BaFin: 'bafin',
  BAföG: 'bafög',
  Bafög: 'bafög',
  DIHK: 'D I H K',
  EuGH: 'E U G H',
  GmbH: 'G M B H',
  GuV: 'G U V',
  IGeL: 'igel',
  mbH: 'M B H',
  KfW: 'K F W',
  MfG: 'mit freundlichen grüßen',
  Mfg: 'mit freundlichen grüßen',
  mfg: 'mit freundlichen grüßen',
  KaDeWe: 'kadewe',
  KGaA: 'K G A A',
  NOx: 'N O X',
  CeBIT: 'cebit',
  UdSSR: 'U D S S R',
  OmU: 'O M U',
  NVMe: 'N V M E',
  PCIe: 'P C I E',
  TVöD: 'T V Ö D',
  SoSe: 'sommersemester',
  WiSe: 'wintersemester',
  ...ENGLISH_TITLES,
  RAin: 'rechtsanwältin',
  RAe: 'rechtsanwälte',
  eG: 'E G',
  StGB: 'S T G B',
  StPO: 'S T P O',
  StVO: 'S T V O',
  StVZO: 'S T V Z O',
  VfB: 'V F B',
  VfL: 'V F L',
  TSG: 'T S G',
  SpVgg: 'spielvereinigung',
  Lkw: 'L K W',
  Pkw: 'P K W',
  Kfz: 'K F Z',
  Kita: 'kita',
  KiTa: 'kita',
  Kitas: 'kitas',
  KiTas: 'kitas',
  ok: 'okay',
  Ok: 'okay',
  WLan: 'W lan',
  PhD: 'P H D',
  MSc: 'M S C',
  BSc: 'B S C',
  ZiB: 'zib',
}

/** Spelled acronyms in lower case, as people type them. */
const SPELLED_LOWER =
  wordList(`html css url api pdf usb gps dvd cd tv pc cpu gpu faq http https ssh ftp dns ip xml csv
  svg png jpg mp npm utf www id lkw pkw kfz sms ki edv fyi omg tba`)

/** Words without a vowel that are not spelled. */
const VOWELLESS = wordList(
  'hm hmm hmmm mm mmm mhm sh shh st pst psst pssst brr brrr grr grrr pff pfff pfft tss krk brno',
)

/** A law with a whole word before the "G" ("MarkenG", "SchulG"). */
const LAW = /^(\p{Lu}\p{Ll}{3,})G$/u

/** A product with an "i" as English has it: "iTunes", "iCloud". */
const ENGLISH_I = /^i(?=\p{Lu}\p{Ll}{2,}$)/u
/** One part of a camel-case word: "BahnCard" is "Bahn" and "Card", "OpenAI" is "Open" and "AI". */
const CAMEL_PART = /\p{Lu}+s?(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}/gu

/** The words for a run of letters and apostrophes: a plain or camel-case word. */
export function partWords(written: string): string {
  const name = entry(NAMES, written)
  if (name !== undefined) return name
  const law = LAW.exec(written)?.[1]
  if (law !== undefined) return `${law.toLowerCase()}gesetz`
  const one = written.replace(/s$/, '')
  if (Object.hasOwn(NAMES, one) && /\p{Lu}$/u.test(NAMES[one]!)) return withS(NAMES[one]!) // "GmbHs"
  const letters = written.replaceAll("'", '')
  const lower = letters.toLowerCase()
  const several = /^\p{Lu}?\p{Ll}{1,4}s$/u.test(letters) ? letters.slice(0, -1) : '' // "Lkws", "pdfs"
  if (SPELLED_LOWER.has(several.toLowerCase())) return withS(spell(several))
  if (letters === lower) return isSpelledLowerCase(lower) ? spell(lower) : umlauted(lower)
  if (/^\p{Lu}\p{Ll}{1,3}$/u.test(letters) && isSpelledLowerCase(lower)) return spell(lower) // "Hb", "Btw"
  if (/^\p{Lu}\p{Ll}+$/u.test(letters) || /^(?:\p{Lu}|[dl])'\p{Lu}\p{Ll}+$/u.test(written))
    return umlauted(lower)
  if (/^\p{Lu}+s?$/u.test(letters)) return capitalsWords(letters, false)
  if (ENGLISH_I.test(letters)) return `ei ${lower.slice(1)}`
  return Array.from(letters.matchAll(CAMEL_PART), ({ 0: part }) => camelPart(part)).join(' ')
}

function isSpelledLowerCase(word: string): boolean {
  return SPELLED_LOWER.has(word) || (/^[^aeiouyäöü\W]{2,5}$/.test(word) && !VOWELLESS.has(word))
}

function camelPart(part: string): string {
  if (/^\p{Lu}{2,}s?$/u.test(part)) return capitalsWords(part, false)
  // "GbR", "IPv4", but "McDonald"
  const isSpelled = part.length === 1 || (/^[^aeiouyäöü]{2,4}$/i.test(part) && part !== 'Mc')
  return isSpelled ? spell(part) : umlauted(part.toLowerCase())
}

/** The words for a token of letters and digits ("H2O", "iPhone15", "MP3"). */
export function mixedWords(word: string): string {
  const parts = word.match(/[\p{L}']+|\d+/gu) ?? []
  const isCode = isMixedCode(word, parts.length)
  return parts.map(mixedPart).join(' ')

  function mixedPart(part: string): string {
    if (/^\d/.test(part)) return part.length > 3 || /^0\d/.test(part) || isCode ? code(part) : cardinal(part)
    const isSpelled = isCode || part.length === 1 || (part.length <= 3 && part === part.toUpperCase())
    return isSpelled ? spell(part) : partWords(part)
  }
}
