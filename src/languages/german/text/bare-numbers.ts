import { BEFORE_CODE, goesOnCode, isLoneItem } from '../../shared/text/digit-groups.ts'
import { isKeyed } from '../../shared/text/number-sign.ts'
import {
  isLineStart,
  isWordEnd,
  matchAt,
  type ReaderInput,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isDativeAt, mayBeAdjective, nounAfter, oneAt } from './adjectives.ts'
import { genderOf, isFemininePlural } from './gender.ts'
import { isMasked } from './masked-numbers.ts'
import { cardinal, code, year } from './number-words.ts'
import { NUMBERED } from './ordinals.ts'
import { unitAt } from './units.ts'

/** A longer number without separators is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a code. After it a number of four digits or more is read digit by digit ("Ihr Code lautet 482190"). */
const CODE_CUE = new RegExp(
  `(?:(?:code|pin|\\bref(?:erenz)?\\.?|puk[12]?|imei|pzn|tan|plz|nr\\.?|(?:post|bank)leitzahl|passwort|kennwort|konto|kto\\.?|blz|aktenzeichen|\\baz\\.?|wkn|\\bid|(?:user|kunden)id|ticket|vorgang|einwahl|nummer|(?:rechnung|buchung|reservierung|bestellung)(?=:))(?:nummer)?(?:(?: für (?:die|den|das|ihre?n?) [a-zäöü]{2,16})?(?: ist| lautet|(?=:)))?(?: die)?(?: \\()?${BEFORE_CODE}(?:DE )?|\\b(?:ende[tn]d? (?:auf|mit)|(?:mit der )?end(?:ung|ziffern?)|(?:letzten|ersten) (?:vier|fünf|sechs|[456]) (?:Ziffern|Stellen)(?: sind| lauten)?)${BEFORE_CODE}|\\b(?:sms|stopp?|start|ja|nein)["'“]? an (?:die )?|#(?:[A-Z]{1,6}-)?|\\bche-|\\bhr[ab] )$`,
  'i',
)
const MAX_CUE_LENGTH = 40
/** The letters that an announced code begins with ("Vertragsnummer V-20-118-4402"), and a year of it, which is one. */
const LETTERS_OF_CODE = /(?<![A-Za-z])[A-Z]{1,4}-$/
const YEAR_NEXT = /^(?:19|20)\d\d-/
/** The letters before the digits of a code ("AB-123456") and of a flight ("Flug LH 1234"). */
const CODE_LETTERS = /(?<![A-Za-z])[A-Z]{1,4}-(?:\d{1,8}-)?$|Flug [A-Z][A-Z\d] $/
/** The start of a code with digits among its letters: "HO3-4471-920". */
const MIXED_BEFORE = /(?<![A-Za-z])[A-Z]{1,4}\d{1,5}-(?:\d{1,6}-)?$/
/** Text before a postcode: a house number, or a country such as "D-". */
const POSTAL =
  /(?:\d(?:[a-z]| ?[A-Za-f])?, ?(?:(?:\d\. (?:OG|Stock|Etage)|[EDU]G|Hinterhaus|Vorderhaus|HH|VH)(?: (?:\p{Ll}{4,6}|li\.|re\.|mi\.))?, ){0,2}|(?<!\p{L})(?:D|A|CH)-)$/u
/** What says further on that a postcode follows: "die PLZ ein, z. B. 80331". */
const POSTCODE_BEFORE = /(?:PLZ|Postleitzahl)[^!?\d]{0,24}$/
/** Nouns that five digits count after "in", "nach" or "aus", where a place has its postcode. */
const NO_PLACES =
  wordList(`Fällen Tagen Stunden Minuten Sekunden Jahren Wochen Monaten Schritten Versuchen Haushalten Betrieben
  Unternehmen Firmen Filialen Schulen Städten Gemeinden Orten Ländern Exemplaren Stücken Teilen Seiten Zeilen Zeichen Wörtern Texten
  Bildern Antworten Einsendungen Anrufen Gesprächen Datensätzen Kilometern Metern`)

/** A place that ends the line of an address: "Köln", "Bad Homburg v.d.H.", "Frankfurt (Oder)". */
const PLACE_AFTER = /^ \p{Lu}\p{Ll}[\p{L}.()/-]{0,24}(?: [\p{L}.()/-]{1,16}){0,2},?(?:\n|$)/u
const MAX_PLACE_LENGTH = 60
/** Nouns that five digits count on a line of their own. */
const COUNTED_ALONE =
  wordList(`Schritte Menschen Personen Besucher Zuschauer Einwohner Teilnehmer Punkte Stück Exemplare Euro Meter
  Kilometer Tonnen Stunden Tage Seiten Wörter Zeichen Mal Anrufe Aufrufe Klicks Kunden Downloads Follower Likes Bewertungen Nutzer`)

/** Words before a year. It is a year even if a noun follows ("im Jahr 1999 Präsident"). */
const YEAR_CUES =
  wordList(`jahr jahre jahres seit anno von bis ab um januar februar märz april mai juni juli august september
  oktober november dezember frühjahr frühling sommer herbst winter ende anfang mitte tsv sv`)
/** Towns whose clubs have the year of their foundation before them: "1860 München". */
const CLUB_TOWNS = wordList('München Hoffenheim Ulm')
/** Words before a quantity that, capitalised at the start of a sentence, look like nouns. */
const QUANTIFIERS =
  wordList(`Rund Etwa Über Fast Mehr Circa Knapp Gut Ungefähr Nur Mindestens Maximal Die Der Das Alle Es Ich Wir
  Mit Für Von Insgesamt Noch Und Bis Ein Eine Den Dem Im In Am Sie Bitte`)
/** A noun. After one, the number 1 is read "eins" ("Kapitel 1 Einleitung"). */
const IS_NOUN = /^[A-ZÄÖÜ][a-zäöüß]/

/** A noun that 1 may count, with adjectives before it: "1 Anruf", "1 E-Mail", "1 neue und 3 alte Nachrichten", "1-Zimmer-Wohnung". */
const COUNTED =
  /^ (?:(?:\p{Ll}{2,20}(?:e|e[mnrs])|kl\.|gr\.) (?:(?:und|oder|u\.) (?:\d{1,3} )?)?){0,2}(?:[A-ZÄÖÜ][a-zäöüß]|E-[A-Z]|SMS)|^-(?:Zimmer|Zi\.)/u
const MAX_COUNTED_LENGTH = 48
/** Nouns that 1 counts after a noun, too ("Lieferzeit 1 Woche"). */
const MEASURES = wordList(
  'Sekunde Minute Stunde Tag Nacht Woche Monat Jahr Person Meter Kilometer Liter Kilo Gramm',
)
/** The end of a range from 1 ("1-2 Tabletten", "1 bis 2 Std."). */
const UP_TO = /(?: ?[-–] ?| (?:bis|oder) )\d{1,3}(?!\d|[.,:/]\d)/y
/** The "x" of "1 x 500 mg", before or after the end of a range ("1-3x"). */
const TIMES = /^ ?[xX](?![A-Za-z])/

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  const letters = YEAR_NEXT.test(text.slice(at, at + 5)) ? '' : (LETTERS_OF_CODE.exec(before)?.[0] ?? '')
  return (
    isMasked(text, at) ||
    CODE_CUE.test(before) ||
    (letters !== '' && CODE_CUE.test(before.slice(0, -letters.length)))
  )
}

/** A number without a unit or ending: a year, a code, a quantity, or "ein" before its noun. */
export function bareNumber({ text }: ReaderInput, at: number, end: number, whole: string): string {
  const cue = textBefore(text, at, MAX_CUE_LENGTH)
  if (whole.length > 3 && (isCodeAnnounced(text, at) || isKeyed(text, end))) return code(whole)
  if (whole.length > (cue.endsWith('-') ? 4 : 3) && CODE_LETTERS.test(cue)) return code(whole)
  if ((whole.length > 2 && MIXED_BEFORE.test(cue)) || goesOnCode(cue, whole, CODE_CUE)) return code(whole)
  if (isLoneItem(text)) return code(whole)
  if (whole.length === 5 && isPostal(text, at, end, cue)) return code(whole)
  if (/^1[1-9]\d\d$/.test(whole) && isWordEnd(text, end) && isYear(text, at, end)) return year(whole)
  if (/^10\d\d$|^20\d\d$/.test(whole)) return year(whole)
  if (/^0\d$/.test(whole) && /(?:\d{4}[-–/]|')$/.test(cue)) return cardinal(whole) // "1999/05", "'05"
  if (whole === '1') return text[at - 1] === '&' ? 'eins' : single(text, at, end)
  return counted(whole)
}

/** Whether five digits are a postcode: after a house number, between "in" and a place, or before one on a line of its own. */
function isPostal(text: string, at: number, end: number, cue: string): boolean {
  if (POSTAL.test(cue)) return /^ ?$/.test(text[end] ?? '')
  if (POSTCODE_BEFORE.test(cue)) return true
  if (/00$/.test(text.slice(at, end))) return false // "25000 Fans"
  if (isLineStart(text, at))
    return (
      PLACE_AFTER.test(text.slice(end, end + MAX_PLACE_LENGTH)) && !COUNTED_ALONE.has(wordAfter(text, end))
    )
  const isBeforePlace = /^ \p{Lu}/u.test(text.slice(end, end + 2)) && !NO_PLACES.has(wordAfter(text, end))
  return isBeforePlace && /^(?:in|nach|aus)$/i.test(wordBefore(text, at))
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole)
}

/** Whether four digits are a year. A quantity has a noun after it ("1500 Menschen"). */
function isYear(text: string, at: number, end: number): boolean {
  const after = text[end] === ' ' ? wordAfter(text, end) : ''
  if (!/^\p{Lu}/u.test(after) || CLUB_TOWNS.has(after)) return true
  const before = wordBefore(text, at)
  return YEAR_CUES.has(before.toLowerCase()) || (IS_NOUN.test(before) && !QUANTIFIERS.has(before))
}

/** "ein Tag", "eine Stunde", "eine bis zwei Stunden", but "Kapitel eins". */
function single(text: string, at: number, end: number): string {
  const after = text.slice(end, end + MAX_COUNTED_LENGTH)
  if (TIMES.test(after)) return 'ein'
  if (after.startsWith(' J.')) return oneAt(text, at, 'n')
  if (/§ ?$/.test(textBefore(text, at, 2))) return 'eins' // "§ 1 Abs. 2"
  const before = wordBefore(text, at)
  if (/^(?:S|Abs|Art|Alt|Hs|Rn|Z)$/.test(before)) return 'eins' // "Abs. 1 S. 1 Nr. 2"
  const upTo = matchAt(UP_TO, text, end)
  if (upTo && !NUMBERED.has(before.toLowerCase())) return startOfRange(text, at, end + upTo[0].length)
  const next = wordAfter(text, end)
  const isCounted =
    COUNTED.test(after) && (!/^\p{Ll}/u.test(next) || mayBeAdjective(next) || /^(?:kl|gr)$/.test(next))
  const isNumbered = MEASURES.has(next)
    ? NUMBERED.has(before.toLowerCase())
    : IS_NOUN.test(before) && !QUANTIFIERS.has(before)
  if (!isCounted || isNumbered) return 'eins'
  const isFeminine = /^\p{Ll}{2,20}e$/u.test(next) // "1 neue und 3 alte Nachrichten"
  const one = oneAt(text, at, isFeminine ? 'f' : genderOf(nounAfter(text, end)))
  return one === 'ein' && /^\p{Ll}{2,20}en$/u.test(next) ? 'einen' : one // "1 verpassten Anruf"
}

/** The 1 of a range that ends at a position, by what is counted after it; a preposition does not change it. */
function startOfRange(text: string, at: number, end: number): string {
  const unit = unitAt(text, end)
  const noun = text[end] === ' ' ? wordAfter(text, end) : ''
  if (!unit && !IS_NOUN.test(noun))
    return /^ ?(?:[xX](?![A-Za-z])|[€$£])|^[ -]?mal(?![A-Za-z])/.test(text.slice(end, end + 5))
      ? 'ein'
      : 'eins'
  const isFeminine = unit ? unit.gender === 'f' : isFemininePlural(noun)
  return isFeminine && !isDativeAt(text, at) ? 'eine' : 'ein'
}
