import { codeWords } from '../shared/text/digit-groups.ts'

/** What n2words has for a language or a region. */
interface NumberWords {
  toCardinal(value: string): string
  toOrdinal(value: string): string
}

/**
 * The languages that n2words has, by code, with a script or region where it makes a difference. Each is loaded when it is
 * first read: all of them take 40 ms.
 */
const SOURCES: Readonly<Record<string, () => NumberWords>> = {
  am: () => require('n2words/am-ET'),
  ar: () => require('n2words/ar-SA'),
  az: () => require('n2words/az-AZ'),
  bn: () => require('n2words/bn-BD'),
  cs: () => require('n2words/cs-CZ'),
  da: () => require('n2words/da-DK'),
  el: () => require('n2words/el-GR'),
  es: () => require('n2words/es-MX'),
  'es-ES': () => require('n2words/es-ES'),
  fa: () => require('n2words/fa-IR'),
  fi: () => require('n2words/fi-FI'),
  fil: () => require('n2words/fil-PH'),
  fr: () => require('n2words/fr-FR'),
  'fr-BE': () => require('n2words/fr-BE'),
  gu: () => require('n2words/gu-IN'),
  ha: () => require('n2words/ha-NG'),
  he: () => require('n2words/he-IL'),
  hi: () => require('n2words/hi-IN'),
  hr: () => require('n2words/hr-HR'),
  hu: () => require('n2words/hu-HU'),
  id: () => require('n2words/id-ID'),
  it: () => require('n2words/it-IT'),
  ja: () => require('n2words/ja-JP'),
  ka: () => require('n2words/ka-GE'),
  kn: () => require('n2words/kn-IN'),
  ko: () => require('n2words/ko-KR'),
  lt: () => require('n2words/lt-LT'),
  lv: () => require('n2words/lv-LV'),
  mr: () => require('n2words/mr-IN'),
  ms: () => require('n2words/ms-MY'),
  nb: () => require('n2words/nb-NO'),
  no: () => require('n2words/nb-NO'),
  pa: () => require('n2words/pa-IN'),
  pl: () => require('n2words/pl-PL'),
  pt: () => inBrazil(require('n2words/pt-PT')),
  'pt-PT': () => require('n2words/pt-PT'),
  ro: () => require('n2words/ro-RO'),
  ru: () => require('n2words/ru-RU'),
  sr: () => require('n2words/sr-Cyrl-RS'),
  'sr-Latn': () => require('n2words/sr-Latn-RS'),
  sv: () => require('n2words/sv-SE'),
  sw: () => require('n2words/sw-KE'),
  ta: () => require('n2words/ta-IN'),
  te: () => require('n2words/te-IN'),
  th: () => require('n2words/th-TH'),
  tr: () => require('n2words/tr-TR'),
  uk: () => require('n2words/uk-UA'),
  ur: () => require('n2words/ur-PK'),
  vi: () => require('n2words/vi-VN'),
  yo: () => require('n2words/yo-NG'),
  zh: () => inEverydaySigns(require('n2words/zh-Hans-CN')),
  'zh-Hant': () => inEverydaySigns(require('n2words/zh-Hant-TW')),
}

/** A longer number is a code: a telephone number, an account. */
const MAX_CARDINAL_DIGITS = 9
/** Digits after the point that are read as a number, as n2words does; more are read one by one. */
const MAX_DECIMALS = 4

/** How numbers are said in a language. One that n2words does not have keeps its digits, one by one. */
export class Numbers {
  readonly #words: NumberWords | undefined

  constructor({ language, script, region }: Intl.Locale) {
    const names = [`${language}-${script}`, `${language}-${region}`, language]
    this.#words = names.map((name) => SOURCES[name]).find((source) => source !== undefined)?.()
  }

  /** @param digits of any number; a code where it is long or begins with 0 */
  cardinal(digits: string): string {
    if (digits.length > MAX_CARDINAL_DIGITS || /^0\d/.test(digits))
      return codeWords(digits, (each) => this.digits(each))
    return this.#words === undefined ? this.digits(digits) : plain(this.#words.toCardinal(digits))
  }

  /** The cardinal where the language has no ordinals here. */
  ordinal(digits: string): string {
    if (this.#words === undefined || digits.length > MAX_CARDINAL_DIGITS || /^0/.test(digits))
      return this.cardinal(digits)
    return plain(this.#words.toOrdinal(digits))
  }

  /** @param decimals the digits after the mark */
  decimal(whole: string, decimals: string): string {
    if (this.#words === undefined || whole.length > MAX_CARDINAL_DIGITS)
      return `${this.cardinal(whole)} ${this.digits(decimals)}`
    if (decimals.length <= MAX_DECIMALS) return plain(this.#words.toCardinal(`${Number(whole)}.${decimals}`))
    const point = plain(this.#words.toCardinal('0.5')).split(' ').slice(1, -1).join(' ')
    return `${this.cardinal(String(Number(whole)))} ${point} ${this.digits(decimals)}`.replace(/ {2,}/g, ' ')
  }

  /** Digit by digit. */
  digits(digits: string): string {
    return Array.from(digits, (digit) =>
      this.#words === undefined ? digit : plain(this.#words.toCardinal(digit)),
    ).join(' ')
  }
}

/** Words divided by single spaces, in lower case, without marks. */
function plain(words: string): string {
  return words
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’\u200c\u200d]+/gu, ' ')
    .trim()
}

/** Three numbers of the teens are written otherwise in Brazil. */
function inBrazil({ toCardinal, toOrdinal }: NumberWords): NumberWords {
  const changed = (words: string) => words.replace(/deza(?=s|n)/g, 'deze')
  return { toCardinal: (value) => changed(toCardinal(value)), toOrdinal }
}

/** Chinese numerals as in running text, not as on cheques. */
function inEverydaySigns(source: {
  toCardinal(value: string, options: { formal: boolean }): string
  toOrdinal(value: string, options: { formal: boolean }): string
}): NumberWords {
  return {
    toCardinal: (value) => source.toCardinal(value, { formal: false }),
    toOrdinal: (value) => source.toOrdinal(value, { formal: false }),
  }
}
