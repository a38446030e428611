import { BRAND_NAMES } from '../../shared/text/brand-names.ts'
import { entry } from '../../shared/text/entry.ts'
import { isMixedCode } from '../../shared/text/mixed-code.ts'
import { capitalsWords, possessive, spell, spelledLowerCase } from './capitals.ts'
import { chordWords } from './chords.ts'
import { cardinal, code, plural, year } from './number-words.ts'

/** Words that are not split at their capitals, or are not pronounced as they are spelled. */
const NAMES: Readonly<Record<string, string>> = {
  ...BRAND_NAMES,
  YoY: 'year over year',
  QoQ: 'quarter over quarter',
  MoM: 'month over month',
  SaaS: 'sass',
  NVMe: 'N V M E',
  RAV4: 'rav four',
  json: 'jason',
  IMDb: 'I M D B',
  VoIP: 'voip',
  CeraVe: 'cerave',
  LLaMA: 'llama',
  AmEx: 'amex',
  iPadOS: 'ipad O S',
  mmWave: 'millimeter wave',
  AbbVie: 'abbvie',
  MiraLAX: 'miralax',
  reCAPTCHA: 'recaptcha',
  AAdvantage: 'advantage',
  OAuth: 'O auth',
  OAuth2: 'O auth two',
  AFib: 'A fib',
  GbE: 'gigabit ethernet',
  "OK'd": 'okayed',
  "ok'd": 'okayed',
  OKay: 'okay',
  JUnit: 'J unit',
  gr8: 'great',
  ok: 'okay',
  Ok: 'okay',
  LinkedIn: 'linked in',
  TikTok: 'tick tock',
  LaTeX: 'latex',
  PhD: 'P H D',
  PhDs: "P H d's",
  MSc: 'M S C',
  BSc: 'B S C',
  IPv4: 'I P V four',
  IPv6: 'I P V six',
  WW3: 'world war three',
  MiG: 'mig',
  WW1: 'world war one',
  WW2: 'world war two',
  HbA1c: 'H B A one C',
  SpO2: 'S P O two',
  K8s: 'kubernetes',
  pKa: 'P K A',
  dBm: 'D B M',
  O157: 'O one fifty seven',
  PwC: 'P W C',
  GmbH: 'G M B H',
  PCIe: 'P C I E',
  PaaS: 'pass',
  DTaP: 'D tap',
  Tdap: 'T dap',
  BiPAP: 'by pap',
  RxBIN: 'R X bin',
  RxPCN: 'R X P C N',
  RxGRP: 'R X group',
  EtOH: 'E T O H',
  FHx: 'family history',
  SHx: 'social history',
  PMHx: 'past medical history',
  NOx: 'nox',
  arXiv: 'archive',
  NaOH: 'N A O H',
  HCl: 'H C L',
  KCl: 'K C L',
  b4: 'before',
  w8: 'wait',
  l8r: 'later',
  deadmau5: 'dead mouse',
  lmk: 'let me know',
  nvm: 'never mind',
  ofc: 'of course',
  ty: 'thank you',
  jk: 'just kidding',
  rn: 'right now',
  ttyl: 'talk to you later',
  idc: "i don't care",
  ik: 'i know',
  gtg: 'got to go',
  hmu: 'hit me up',
  hbu: 'how about you',
  wbu: 'what about you',
  ngl: 'not gonna lie',
  iirc: 'if i recall correctly',
  fwiw: "for what it's worth",
  smth: 'something',
  rly: 'really',
  l8: 'late',
  m8: 'mate',
}

/** Name prefixes. The word is not split between one and the capital after it ("McDonald", "DeVito", "LeBron", "d'Ivoire"). */
const NAME_PREFIX = /^(?:Mc|De|Le|La|Di|Du|Fitz|[dl]')(?=[A-Z][a-z])/

/**
 * Two capitals at the start of what is a word in small letters, since the shift key was held too long: "WOuld", "AIrport", "THe"; not
 * where the second begins a word by itself ("GMail") or ends an acronym ("IDed").
 */
const SLIPPED =
  /^(?:[B-DF-HJ-NPR-TVWYZ][AEIOU][a-z]{2,}|(?:AIr|AU|OU|EA)[a-z]{2,}|(?:AN|EN|IN)(?![aeiouyhs])[a-z]{2,}|(?:TH|WH)[a-z]{2,}|(?:SH|CH|[BCDFGPT]R|[FGP]L|S[PT])[a-z]{3,}|TH[ae]y|THe|FRom|BUt|CAn|DId|GEt|HAs|HEr|HIs|NEw|NOw|YEs|ANd|ARe|YOu|HOw|WHo|FOr|NOt)(?<!^..(?:ed|er|ers|ing))(?:'[a-z]{1,2})?$/

/** An ending in capitals, as programs write that begin each word with one: "Children'S", "Don'T". */
const CAPITAL_ENDING = /(?<=[a-z])'(?:S|T|D|M|Re|Ll|Ve)$/

/** Initials with those of "of" among them ("DoD", "IoT", "QoS"), and antibodies ("IgG"). */
const INITIALS = /^[A-Z]o[A-Z]$|^Ig[ADEGM]$/

/** One part of a camel-case word: "iPhone" is "i" and "Phone", "OpenAI" is "Open" and "AI". */
const CAMEL_PART = /[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+(?:'[a-z]+)*|[A-Z]/g

/** The words for a run of letters and apostrophes: a word, part of a name, or a camel-case word. */
export function partWords(written: string): string {
  const name = nameOf(written)
  if (name !== undefined) return name
  const letters = written.replace(CAPITAL_ENDING, (ending) => ending.toLowerCase())
  if (INITIALS.test(letters)) return spell(letters)
  const lower = letters.toLowerCase()
  if (letters === lower) return spelledLowerCase(letters) ?? lower
  if (
    /^[A-Z][a-z']+$/.test(letters) ||
    SLIPPED.test(letters) ||
    NAME_PREFIX.test(letters) ||
    /^[A-Z]'[A-Z][a-z]+/.test(letters)
  )
    return lower
  if (/^[A-Z]+(?:'?s)?$/.test(letters) || /^[A-Z]+'[A-Z]+$/.test(letters))
    return capitalsWords(letters, false)
  if (letters.endsWith("'s")) return possessive(partWords(letters.slice(0, -2))) // "OpenAI's"
  return Array.from(letters.matchAll(CAMEL_PART), ({ 0: part }) => camelPart(part)).join(' ')
}

function nameOf(word: string): string | undefined {
  return entry(NAMES, word)
}

function camelPart(part: string): string {
  if (/^[A-Z]{2,}s?$/.test(part)) return capitalsWords(part, false)
  return part.length === 1 ? part.toUpperCase() : part.toLowerCase()
}

/** The formula of an organic compound: "C6H12O6". */
const ORGANIC = /^C\d{1,3}H\d{1,3}(?:[A-Z][a-z]?\d{0,3}){0,8}$/
/** The formula of another compound, by elements with two letters: "Na2SO4", "CaCO3". */
const COMPOUND = /^(?:(?:Al|Ag|Ba|Br|Ca|Cl|Cr|Cu|Fe|Hg|Li|Mg|Mn|Na|Ni|Pb|Si|Zn|[BCFHIKNOPS])\d{0,2}){2,8}$/

/** The number of a tax payer in India: "ABCDE1234F". */
const TAX_NUMBER = /^[A-Z]{5}\d{4}[A-Z]$/

/** The words for a token of letters and digits ("H2O", "iPhone15", "MP3"). */
export function mixedWords(word: string, locale: string): string {
  const name = nameOf(word) ?? chordWords(word, locale)
  if (name !== undefined) return name
  if (/\d's$/.test(word)) return possessive(mixedWords(word.slice(0, -2), locale)) // "Nova2's"
  const fiscal = /^FY((?:19|20)\d\d)$/.exec(word)?.[1]
  if (fiscal !== undefined) return `F Y ${year(fiscal, locale)}`
  const [, season, episode] = /^S(\d{1,2})E(\d{1,2})$/.exec(word) ?? []
  if (season !== undefined)
    return `season ${cardinal(String(Number(season)), locale)} episode ${cardinal(String(Number(episode)), locale)}`
  const many = /^([A-Z]{1,4})(\d{1,3})s$/.exec(word) // "W2s"
  if (many) return `${spell(many[1]!)} ${plural(cardinal(many[2]!, locale))}`
  const parts = word.match(/[A-Za-z]+(?:'[A-Za-z]+)*|\d+/g) ?? []
  const isCompound = COMPOUND.test(word)
  const isCode =
    (isMixedCode(word, parts.length) || TAX_NUMBER.test(word)) && !isCompound && !ORGANIC.test(word)
  return parts.map(mixedPart).join(' ')

  function mixedPart(part: string): string {
    if (/^\d/.test(part)) {
      return part.length > 3 || /^0\d/.test(part) || isCode ? code(part) : cardinal(part, locale)
    }
    if (part === 'CAT' && !isCode) return 'cat' // "CAT6 cable"
    if (part === 'COP' && /^COP\d\d$/.test(word)) return 'cop' // "COP28"
    if (part === 'Mk') return 'mark' // "Golf Mk7"
    const isSpelled =
      isCode || isCompound || part.length === 1 || (part.length <= 3 && part === part.toUpperCase())
    return isSpelled ? spell(part) : partWords(part)
  }
}
