import { isWordEnd, type ReaderInput, wordAfter, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { nounAfter, oneAt } from './adjectives.ts'
import { genderOf } from './gender.ts'
import { cardinal, code, year } from './number-words.ts'

/** A number with more digits and without separators is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a number that is read digit by digit when it has four digits or more ("Ihr Code lautet 482190"). */
const CODE_CUE =
  /(?:(?:code|pin|tan|plz|nr\.?|postleitzahl|passwort|kennwort|konto|blz|aktenzeichen|id|ticket|vorgang|nummer)(?:nummer)?(?: ist| lautet|:)?(?: die)? ?#?|\bende[tn]d? (?:auf|mit) |#(?:[A-Z]{1,6}-)?)$/i
const MAX_CUE_LENGTH = 34
/** A postal code after a street and house number, or after "D-". */
const POSTAL = /(?:\d[a-z]?, ?|(?<!\p{L})(?:D|A|CH)-)$/u

/** Before a number that is a year though a capital follows ("im Jahr 1999 Präsident"). */
const YEAR_CUES =
  wordList(`jahr jahre jahres seit anno von bis ab um januar februar märz april mai juni juli august september
  oktober november dezember frühjahr frühling sommer herbst winter ende anfang mitte`)
/** Open a sentence before a quantity, with a capital like a noun's. */
const QUANTIFIERS =
  wordList(`Rund Etwa Über Fast Mehr Circa Knapp Gut Ungefähr Nur Mindestens Maximal Die Der Das Alle Es Ich Wir
  Mit Für Von Insgesamt Noch Und Bis Ein Eine Den Dem Im In Am`)
/** What a single number belongs to: "eins" stays as it is after it ("Kapitel 1 Einleitung"). */
const IS_NOUN = /^[A-ZÄÖÜ][a-zäöüß]/

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return CODE_CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
}

/** A number with nothing after it: a year, a code, a quantity, or a single thing before its noun. */
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

/** A quantity; digit by digit when it begins with a zero or is too long to be one. */
export function counted(whole: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole)
}

/** Whether four digits are a year and not a quantity, which has its noun after it ("1500 Menschen"). */
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
