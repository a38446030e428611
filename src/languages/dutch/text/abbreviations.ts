import {
  chunkAfter,
  isWordEnd,
  LETTERS,
  matchAt,
  type Reader,
  type Reading,
  reading,
  wordBefore,
} from '../../shared/text/reading.ts'
import { BEFORE_NUMBER, CLOSINGS, CONTRACTED, RUNNING, TITLES, UNSTOPPED } from './abbreviation-expansions.ts'
import { SHORT_DAYS, SHORT_MONTHS } from './calendar.ts'
import { spell, UPPER } from './capitals.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const WORD = /([A-Za-z]{1,8})(\.?)/y
const DOTTED_WORD = /([A-Za-z](?:\.[A-Za-z]){1,5})(\.?)(?![A-Za-z0-9])/y
/** Abbreviations of eras, with a full stop inside: "v.Chr.", "n.Chr." */
const ERA = /([vn])\. ?Chr(\.?)(?![A-Za-z])/iy
/** An initial before a name, which may have prefixes ("J. van den Berg"). */
const INITIAL = new RegExp(
  `([${UPPER}]|IJ|Th|Ph|Chr)\\.(?= ?(?:[${UPPER}]|(?:de|den|der|van|von|te|ter|ten|op|in|la|le|du|'t)(?![${LETTERS}])))`,
  'y',
)
const PH_D = /Ph\.? ?D(?![A-Za-z])\.?/y
/** "Kerkstr. 5", "klantnr. 12" */
const SHORTENED_END = new RegExp(`([${LETTERS}]{3,30})(?:(str\\.)|(nr\\.?))(?![${LETTERS}])`, 'y')
const SAINT = new RegExp(`St(?:\\.-?|-)? ?(?=[${UPPER}])`, 'y')
const ALL = { ...TITLES, ...RUNNING, ...CLOSINGS }
const MONTH_BESIDE = /^\.?[-–/](?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)/
const DAY = '(?:ma|di|wo|do|vr|za|zo)'
const DAY_BEFORE = new RegExp(`(?:^|[^${LETTERS}])${DAY}\\.?(?: ?[-–,&/]| en| of| tot| t/m)? ?$`)
const DAY_BESIDE = new RegExp(
  `^(?: ?[-–,&/] ?| en | of | t/m | tot )${DAY}(?![${LETTERS}])|^,? \\d{1,2}(?:[-/]\\d|[:.u]\\d\\d| ?u(?![${LETTERS}])| (?:jan|feb|m[ar]|mei|apr|ju|aug|sep|okt|nov|dec))`,
)

/** Expands abbreviations: "dr.", "o.a.", "nr. 5", "ma.", "okt.". */
export const readAbbreviation: Reader = ({ text }, at) => {
  const era = matchAt(ERA, text, at)
  if (era)
    return abbreviated(
      text,
      at,
      era[0],
      `${era[1]!.toLowerCase() === 'v' ? 'voor' : 'na'} christus`,
      'v.chr.',
    )
  const doctorate = matchAt(PH_D, text, at)
  if (doctorate) return abbreviated(text, at, doctorate[0], 'P H D')
  const dotted = matchAt(DOTTED_WORD, text, at)
  if (dotted) return abbreviated(text, at, dotted[0], dottedWords(dotted[1]!))
  const initial = matchAt(INITIAL, text, at)
  if (initial && !fullStopEndsSentence(initial[0], chunkAfter(text, at + initial[0].length)))
    return abbreviated(text, at, initial[0], spell(initial[1]!))
  const saint = matchAt(SAINT, text, at)
  if (saint && saint[0] !== 'St') return reading(at, saint[0].length, 'sint')
  const shortened = matchAt(SHORTENED_END, text, at)
  if (shortened) {
    const [whole, start, street] = shortened
    return abbreviated(text, at, whole, start!.toLowerCase() + (street === undefined ? 'nummer' : 'straat'))
  }
  const match = matchAt(WORD, text, at)
  if (!match || (match[2] === '' && !isWordEnd(text, at + match[0].length))) return undefined
  const [whole, name, stop] = match
  if (stop === '' && /^['@_&]/.test(text[at + whole.length] ?? '')) return undefined
  const words = fullForm(text, at, name!, stop === '.')
  return words === undefined ? undefined : abbreviated(text, at, whole, words)
}

/** "N.V." and "K.N.M.I." are spelled. */
function dottedWords(letters: string): string {
  const key = letters.toLowerCase()
  const isName = letters.length === 3 && letters === letters.toUpperCase() && !Object.hasOwn(TITLES, key)
  const words = isName ? undefined : Object.hasOwn(ALL, key) ? ALL[key as keyof typeof ALL] : undefined
  return words ?? spell(letters.replaceAll('.', ''))
}

function fullForm(text: string, at: number, name: string, hasStop: boolean): string | undefined {
  const key = name.toLowerCase()
  const end = at + name.length + (hasStop ? 1 : 0)
  const next = chunkAfter(text, end)
  const isShouted = name.length > 1 && name === name.toUpperCase()
  if (Object.hasOwn(SHORT_DAYS, key)) return isDay(text, at, end, hasStop, next) ? SHORT_DAYS[key] : undefined
  if (Object.hasOwn(SHORT_MONTHS, key))
    return isMonth(text, at, name, hasStop, next) ? SHORT_MONTHS[key] : undefined
  if (isShouted) return undefined
  const isPlain = UNSTOPPED.has(key)
  if (Object.hasOwn(BEFORE_NUMBER, key)) {
    if (key === 'nr' && hasStop) return BEFORE_NUMBER[key]
    const isMarked = hasStop || /^(?:nrs?|blz|telnr|hfst)$/.test(key)
    return isMarked && /^['’#\d]|^[A-Z]\d|^[IVX]+(?![A-Za-z])/.test(next) ? BEFORE_NUMBER[key] : undefined
  }
  if (!hasStop) {
    if (isPlain)
      return TITLES[key] !== undefined && !/^\p{Lu}/u.test(next) ? undefined : ALL[key as keyof typeof ALL]
    return Object.hasOwn(CONTRACTED, key) ? CONTRACTED[key] : undefined
  }
  if (key === 'st' || !Object.hasOwn(ALL, key)) return undefined
  // These are also words. The next word distinguishes "max. 5" from "max." at the end of a sentence.
  const isWord = /^(?:max|min|str|pers|tel|vert|div|gem)$/.test(key)
  return isWord && fullStopEndsSentence(`${name}.`, next) ? undefined : ALL[key as keyof typeof ALL]
}

/** Whether it is a day of the week: "ma. 3 mei", "ma 3 mei", "ma-vr". The abbreviations are also words. */
function isDay(text: string, at: number, end: number, hasStop: boolean, next: string): boolean {
  const beside = DAY_BESIDE.test(text.slice(end, end + 9))
  if (beside || DAY_BEFORE.test(text.slice(Math.max(0, at - 9), at))) return true
  return hasStop && (/^\d/.test(next) || /^(?:en|of|t\/m|tot|om|van)$/.test(next))
}

/** Whether it is a month: "3 okt. 2024", "okt. 2024", "3 jan". Some of the abbreviations are also words. */
function isMonth(text: string, at: number, name: string, hasStop: boolean, next: string): boolean {
  if (MONTH_BESIDE.test(text.slice(at + name.length, at + name.length + 6))) return true
  if (/^(?:mrt|okt|sept)$/i.test(name)) return true
  if (/^\d{1,2}(?:e|ste|de)?$/.test(wordBefore(text, at)) || /\d-$/.test(text.slice(at - 2, at))) return true
  return (hasStop || name === name.toLowerCase()) && /^(?:\d|')/.test(next)
}

/** @param abbreviation decides whether the full stop ends the sentence; by default, the whole match */
function abbreviated(text: string, at: number, match: string, words: string, abbreviation = match): Reading {
  const end = at + match.length
  const ends = match.endsWith('.') && fullStopEndsSentence(abbreviation, chunkAfter(text, end))
  return reading(at, match.length, ends ? `${words} .` : words)
}
