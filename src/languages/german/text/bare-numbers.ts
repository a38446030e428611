import { isWordEnd, type ReaderInput, wordAfter, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { nounAfter, oneAt } from './adjectives.ts'
import { genderOf } from './gender.ts'
import { cardinal, code, year } from './number-words.ts'

/** A longer number without separators is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a code. After it a number of four digits or more is read digit by digit ("Ihr Code lautet 482190"). */
const CODE_CUE =
  /(?:(?:code|pin|tan|plz|nr\.?|postleitzahl|passwort|kennwort|konto|blz|aktenzeichen|id|ticket|vorgang|nummer)(?:nummer)?(?: ist| lautet|:)?(?: die)? ?#?|\bende[tn]d? (?:auf|mit) |#(?:[A-Z]{1,6}-)?)$/i
const MAX_CUE_LENGTH = 34
/** Text before a postcode: a house number, or a country such as "D-". */
const POSTAL = /(?:\d[a-z]?, ?|(?<!\p{L})(?:D|A|CH)-)$/u

/** Words before a year. It is a year even if a noun follows ("im Jahr 1999 Präsident"). */
const YEAR_CUES =
  wordList(`jahr jahre jahres seit anno von bis ab um januar februar märz april mai juni juli august september
  oktober november dezember frühjahr frühling sommer herbst winter ende anfang mitte`)
/** Words before a quantity that, capitalised at the start of a sentence, look like nouns. */
const QUANTIFIERS =
  wordList(`Rund Etwa Über Fast Mehr Circa Knapp Gut Ungefähr Nur Mindestens Maximal Die Der Das Alle Es Ich Wir
  Mit Für Von Insgesamt Noch Und Bis Ein Eine Den Dem Im In Am`)
/** A noun. After one, the number 1 is read "eins" ("Kapitel 1 Einleitung"). */
const IS_NOUN = /^[A-ZÄÖÜ][a-zäöüß]/

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return CODE_CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
}

/** A number without a unit or ending: a year, a code, a quantity, or "ein" before its noun. */
export function bareNumber({ text }: ReaderInput, at: number, end: number, whole: string): string {
  const cue = text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)
  if (whole.length > 3 && isCodeAnnounced(text, at)) return code(whole)
  if (whole.length === 5 && POSTAL.test(cue) && /^ ?$/.test(text[end] ?? '')) return code(whole)
  if (/^1[1-9]\d\d$/.test(whole) && isWordEnd(text, end) && isYear(text, at, end)) return year(whole)
  if (/^10\d\d$|^20\d\d$/.test(whole)) return year(whole)
  if (/^0\d$/.test(whole) && /(?:\d{4}[-–/]|')$/.test(cue)) return cardinal(whole) // "1999/05", "'05"
  if (whole === '1') return single(text, at, end)
  return counted(whole)
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole)
}

/** Whether four digits are a year. A quantity has a noun after it ("1500 Menschen"). */
function isYear(text: string, at: number, end: number): boolean {
  const after = text[end] === ' ' ? wordAfter(text, end) : ''
  if (!/^\p{Lu}/u.test(after)) return true
  const before = wordBefore(text, at)
  return YEAR_CUES.has(before.toLowerCase()) || (IS_NOUN.test(before) && !QUANTIFIERS.has(before))
}

/** "ein Tag", "eine Stunde", but "Kapitel eins". */
function single(text: string, at: number, end: number): string {
  const next = text[end] === ' ' ? wordAfter(text, end) : ''
  const before = wordBefore(text, at)
  const belongsToNext = IS_NOUN.test(next) && (!IS_NOUN.test(before) || QUANTIFIERS.has(before))
  return belongsToNext ? oneAt(text, at, genderOf(nounAfter(text, end))) : 'eins'
}
