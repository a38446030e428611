import { CLOTHING_SIZE } from '../../shared/text/clothing-size.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { BEFORE_NUMBER, CLOSINGS, RUNNING, TITLES } from './abbreviation-expansions.ts'
import { SHORT_DAYS, SHORT_MONTHS } from './calendar.ts'
import { UPPER } from './capitals.ts'

/** Words that open a sentence and are hardly ever part of a name. "De" and "Van" often are. */
const OPENERS =
  wordList(`Het Een Dit Dat Die Deze Er Hij Zij Ze We Wij Jij Je U Ik Maar En Of Dus Want Als Toen Nu Ja Nee
  Waarom Wat Hoe Wie Waar Wanneer Welke Mijn Zijn Haar Onze Jouw Uw Hun Bij Voor Na Met Uit Om Tot Daarna Daar Daarom
  Hier Ook Niet Vandaag Morgen Gisteren Toch Omdat Hoewel Terwijl Sinds Volgens Tijdens Eerst Later Veel Meer Sommige
  Iedereen Elke Alle Zo Is Was Heeft Hebben Kan Kun Kunt Moet Wil Zal Laat Al Alleen Soms Misschien Helaas Zodra`)

/** Books of the Bible by their abbreviations, which end a sentence unless a number follows. */
export const SHORT_BOOKS: Readonly<Record<string, string>> = {
  ...{ Gen: 'genesis', Ex: 'exodus', Lev: 'leviticus', Deut: 'deuteronomium', Joz: 'jozua', Sam: 'samuel' },
  ...{ Ps: 'psalm', Spr: 'spreuken', Pred: 'prediker', Jes: 'jesaja', Jer: 'jeremia', Ezech: 'ezechiël' },
  ...{ Matt: 'matteüs', Mat: 'matteüs', Mt: 'matteüs', Mar: 'marcus', Mc: 'marcus', Mk: 'marcus' },
  ...{ Luc: 'lucas', Lc: 'lucas', Joh: 'johannes', Rom: 'romeinen', Kor: 'korintiërs', Gal: 'galaten' },
  ...{ Ef: 'efeziërs', Fil: 'filippenzen', Tess: 'tessalonicenzen', Tim: 'timoteüs', Hebr: 'hebreeën' },
  ...{ Jak: 'jakobus', Petr: 'petrus', Openb: 'openbaring' },
}

const INITIAL = new RegExp(`^(?:[${UPPER}]|IJ|Th|Ph|Chr|[vdj])\\.$`)
/** The initials of a person ("P.J. Bakker"), not an abbreviation in small letters ("p.j."). */
const INITIALS = new RegExp(`^(?:[${UPPER}]\\.){2}$`)
const INITIALISM = new RegExp(`^(?:[A-Za-z${UPPER}]{1,2}\\.){2,6}$`)

/** See `SegmentationRules.isAbbreviation`. */
export function isAbbreviation(word: string): boolean {
  const key = keyOf(word)
  return (
    isNamed(key) ||
    isShortBook(word) ||
    isBeforeNumber(key) ||
    Object.hasOwn(SHORT_DAYS, key) ||
    INITIAL.test(word) ||
    INITIALISM.test(word)
  )
}

/** A law after its articles: "art. 6:74 e.v. BW". */
const LAW_NEXT = /^(?:BW|Sr|Sv|Rv|Awb|AVG|Gw|EVRM|Fw|WvK|WvSr|WvSv)(?!\p{L})/u

/** See `SegmentationRules.fullStopEndsSentence`. */
export function fullStopEndsSentence(word: string, next: string): boolean {
  if (/^[,;:/)]/.test(next)) return false
  if (next === '' || !isAbbreviation(word)) return true
  if (LAW_NEXT.test(next)) return false
  const key = keyOf(word)
  if (isShortBook(word) && !isNamed(key) && !isBeforeNumber(key)) return !/^\d/.test(next)
  const isCompany = /^[BN]\.V\.$/.test(word)
  const startsSmall = /^(?:['’‘]?[\p{Ll}\d€$£(+–-]|['’‘]$)/u.test(next)
  if (/^[vd]\.$/.test(word)) return false // "v. d. Meer"
  if (/^(?:mrs|jo)$/.test(key)) return !startsSmall && opensSentence(next)
  if (Object.hasOwn(TITLES, key) && word !== 'st.') return !startsSmall && opensSentence(next)
  // The abbreviations are also words: "Het is zo.", "Dag ma."
  if (startsSmall && Object.hasOwn(SHORT_DAYS, key)) return false
  if (Object.hasOwn(SHORT_DAYS, key))
    return !/^(?:[-–\d]|(?:en|of|t\/m|tot|om|van|vanaf|tussen|gesloten|open|alleen)(?!\p{L}))/u.test(next)
  if (key === 'app') return !/^(?:te$|met$|\d)/.test(next)
  if (key === 'ex') return !startsSmall && !next.startsWith('BTW')
  if (key === 'mt' && CLOTHING_SIZE.test(next)) return false
  if (isBeforeNumber(key) && !INITIAL.test(word))
    return !/^(?:['’#\d\p{Ll}]|\p{Lu}{1,4}(?:[-/]?\d|$)|\p{Lu}[,;:)]|[IVX]{1,5}(?!\p{L}))/u.test(next)
  if ((Object.hasOwn(RUNNING, key) && !isCompany) || startsSmall) return false
  return isCompany || (isClosing(key) && !INITIALS.test(word)) || opensSentence(next)
}

/** The last part of a word ("incl./excl.", "ma.–vr.") in small letters, without the full stop. */
function keyOf(word: string): string {
  const key = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('–')) + 1, -1).toLowerCase()
  const start = key.lastIndexOf('-')
  const last = key.slice(start + 1)
  // "jan.-mrt.", "4-pers.", "ma-vr.", but not "pop-art."
  const isDivided =
    /[.\d]/.test(key[start - 1] ?? '') || Object.hasOwn({ ...SHORT_DAYS, ...SHORT_MONTHS }, last)
  return isDivided ? last : key
}

function isShortBook(word: string): boolean {
  return Object.hasOwn(SHORT_BOOKS, word.slice(0, -1))
}

function isNamed(key: string): boolean {
  return Object.hasOwn(TITLES, key) || Object.hasOwn(RUNNING, key) || isClosing(key)
}

function isClosing(key: string): boolean {
  return (
    Object.hasOwn(CLOSINGS, key) ||
    Object.hasOwn(SHORT_MONTHS, key) ||
    /^(?:u|va|jo|mrs|app|ct|wk|st|gr|kl|kw|el|tl|theel|ex|fl|n\.v|.{3,30}(?:str|temp|opp|jr)|.{0,12}kamerapp)$/.test(
      key,
    )
  )
}

function isBeforeNumber(key: string): boolean {
  return Object.hasOwn(BEFORE_NUMBER, key) || key.endsWith('nr')
}

function opensSentence(next: string): boolean {
  const word = /^[\p{L}']*/u.exec(next)![0]
  return word === '' || OPENERS.has(word)
}
