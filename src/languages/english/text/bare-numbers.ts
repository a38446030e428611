import { BEFORE_CODE } from '../../shared/text/digit-groups.ts'
import { isKeyed } from '../../shared/text/number-sign.ts'
import { isWordEnd, type ReaderInput, textBefore, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isMasked } from './masked-numbers.ts'
import { cardinal, code, digitByDigit, inTwoParts, year } from './number-words.ts'
import { isPaired, isPictureSize, isTaxForm } from './paired-numbers.ts'
import { endsHouseNumber, isFlat } from './streets.ts'
import { isCounting, isYear } from './years.ts'

/** A longer number without commas is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Other codes of the same kind before this one: "codes: 482190, 391827", "ZIPs 94110–94114". */
const CODES_BEFORE = '(?:\\d{4,8}(?:,? (?:and|or|&) |, | ?[-–] ?)){0,4}'
/** What has a number that is no quantity, if nothing but "is" stands between. */
const NUMBERED =
  '(?:code|pin|otp|passcode|zip|id|account|acct|a\\/c|reference|ref|order|ticket|ext|extension|confirmation|number|no\\.|po|sku|upc|mrn|npi|cpt|ndc|(?:rx)?bin|routing|aba|awb|cvv|cvc|ein|utr|docket|squawk|hts(?: code)?|hs code|(?:invoice|booking|reservation|claim|policy|tracking|serial)(?=:))\\.?'

/** What announces a code. After it a number of four digits or more is read digit by digit ("your code is 482190"). */
const CODE_CUES = [
  `\\b${NUMBERED}(?:'s| is)?(?: number| no\\.?)?${BEFORE_CODE}`,
  `\\b(?:codes|passcodes|otps|pins)(?: are|:| are:)${BEFORE_CODE}${CODES_BEFORE}`,
  `\\bzip(?: code)?s?(?: are)?${BEFORE_CODE}${CODES_BEFORE}`,
  `\\b(?:ending (?:in|with)|(?:last|first) (?:four|five|six|[456])(?: digits)?(?: of [a-z ]{2,20})?(?: are| is)?)${BEFORE_CODE}[-x]?`,
  '\\b(?:card|account|a/c|visa|mastercard|amex|discover|number|vin|ssn|social|phone|iban) (?:ending|ends (?:in|with)) -?',
  '\\b(?:enter|type|dial) ["\'`*_]{0,3}',
  '\\bp\\.? ?o\\.? box ',
  '#(?:[A-Z]{1,6}-|:? | is | ends (?:in|with) -?)?',
]
const CODE_CUE = new RegExp(`(?:${CODE_CUES.join('|')})$`, 'i')
const MAX_CUE_LENGTH = 100
/**
 * Announces a code with words between, where nothing counted follows: "the confirmation code for tomorrow's flight is 482190".
 */
const DISTANT_CUE = new RegExp(
  `\\b(?:code|pin|passcode|otp)(?: [a-z']{1,14}){1,6} (?:is|was)${BEFORE_CODE}$`,
  'i',
)
/** Announces the code that something has had or will have: "your PIN has been set to 4821". */
const SET_CUE = new RegExp(
  `\\b(?:code|pin|passcode|otp)(?: was| will be| (?:has been|is|was) (?:re)?set to| has (?:been )?changed to)${BEFORE_CODE}$`,
  'i',
)
/** A number with a word in it, before its last digits in brackets: "1-800-273-TALK (8255)". */
const WORD_DIALLED = /\d-[A-Z]{3,9} \($/
/** Before what is keyed in on a telephone: "dial 142#". */
const KEYED_BEFORE = /\b(?:dial|enter|press|type|key in|followed by) $/i
/** What has a number of five digits or more, where nothing counted follows: "Claim 104822 was approved". */
const RECORD_BEFORE = /\b(?:invoice|booking|reservation|claim|policy|serial|case|member|badge|loan|permit) $/i
/** Before the end of a number, or the year until which it is valid: "your policy ends in 6789". */
const POLICY_BEFORE = /\bpolicy ends (?:in|with) $/i
/** "482190 is your code", "use 482190 as the code" */
const CODE_AFTER =
  /^["'`*_]{0,3} (?:(?:is|as) (?:an?|the|your|my) (?:[a-z-]{1,14} ){0,3}(?:code|pin|passcode|otp)|zip(?: code)?)(?![a-z])/i
const MAX_AFTER_LENGTH = 60
/** A city or a state before its postcode: "Haryana 122015", "Bengaluru - 560038". */
const CITY_BEFORE = /(?:^|[,\n] )(?:[A-Z][a-z]{2,20} ){0,2}[A-Z][a-z]{2,20} (?:[-–] )?$/
const MAX_CITY_LENGTH = 50
/** The end of the name of a street before a postcode: "12 Rue Duval, 75017". */
const NAME_BEFORE = /\d,? (?:[A-Z][A-Za-z'-]{1,20} ){1,4}[A-Z][a-z'-]{2,20}, $/
/** A word or letters that a hyphen joins to a number, as in the name of a car or a band. */
const NAME_JOINED = /(?<![\w-])[A-Za-z]{1,12}-$/
/** The beginning of a code that ends with a number ("INC-20394", "CVE-2024-3094"). */
const CODE_BEFORE = /(?<![A-Za-z\d])[A-Z]{1,6}\d{0,5}-((?:\d{1,6}-){0,3})$/
/** The same with a zero in the place of letters: "0016-442910". */
const ZEROS_BEFORE = /(?<![\d-])0\d{2,5}-$/
const LETTERS_BEFORE = /(?<![A-Za-z])[A-Z]{1,5} $/
/** Before the short number that a message is sent to ("text HELP to 12345"). */
const TEXT_BEFORE = /\b[Tt]ext (?:"?[A-Z\d]{1,12}"? to )?$/
const WORD_TEXTED = / to $/

/** After the ZIP code of an area: "the 43215 area". */
const AREA_AFTER = /^ area(?![a-z])/

/** Whether a message of one word is sent to the number at a position ("text HOME to 741-741"). */
export function isTexted(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  return TEXT_BEFORE.test(before) && WORD_TEXTED.test(before)
}

/** Before the number of a port: "port 443", "ports 80 and 8080". */
const PORT_BEFORE = /\bports? (?:\d{1,5}(?:,|,? and| or) ){0,3}$/i

/**
 * Whether the words before a number announce a code, maybe with the letters that it begins with ("claim number is CLM
 * 88-20431").
 */
export function isCodeAnnounced(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  return isMasked(text, at) || CODE_CUE.test(before) || CODE_CUE.test(before.replace(LETTERS_BEFORE, ''))
}

/** The end of a place and its state, or a state that opens a segment, before a ZIP code. */
const STATE_BEFORE =
  /(?:[A-Za-z](?:\.?,? |,)|^)(?:D\.C\.|A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NYC),? $/
const STATE_NAME =
  '(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|North Carolina|South Carolina|North Dakota|South Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming)'
/** The same with one capital, as in "Napa, Ca 94559", where it is no word, and the name of a state. */
const WRITTEN_STATE_BEFORE = new RegExp(
  `, (?:A[klrz]|C[aot]|D[ce]|Fl|Ga|I[adl]|K[sy]|La|M[adinost]|N[cdehjmvy]|Pa|Ri|S[cd]|T[nx]|Ut|V[at]|W[aivy]) $|(?:^|[A-Za-z],? )${STATE_NAME},? $`,
)
const MAX_STATE_LENGTH = 25

/**
 * Whether five digits are a ZIP code, by the state before them: "Chicago, IL 60601", and "OR 97211" at the start of a segment.
 */
export function isZip(text: string, at: number): boolean {
  const end = at + 5
  if (!/^\d{5}(?!\d|[.,]\d)/.test(text.slice(at, end + 2)) || text.startsWith('000', at + 2)) return false
  const before = textBefore(text, at, MAX_STATE_LENGTH)
  const isAfterState =
    STATE_BEFORE.test(before) || (WRITTEN_STATE_BEFORE.test(before) && !text.startsWith('00', at + 3))
  return isAfterState && !isCounting(text, end)
}

/** Area codes, and the words before and after them: "area codes 415, 510", "the 415 area code". */
const AREA_CODE_BEFORE = /\barea codes?(?: is| are)?:? (?:\d{3}(?:,? (?:and|or) |, )){0,5}$/i
const AREA_CODE_AFTER = /^ area code(?![a-z])/i

/** Around the "#" of a number whose zero is an "oh": "401(k)", "501(c)", "error 404". */
const OH = /\b(?:error|http|status)(?: code)?:? #|#(?:\(?ks?(?![a-z])|\([bc]\)| error)/i
const MAX_OH_LENGTH = 16
/** Around the status of a response: "a 404 with no body". */
const STATUS_BEFORE = /\ban? $/
/** Before the number of a room or a flight: "Room 101", "Suite 305". */
const ROOM_BEFORE = /\b(?:room|rm|suite|ste|apartment|apt|unit|flight|exit|gate)\.? (?:[A-Z]{2} )?$/i
const STATUS_AFTER =
  /^(?:$|[.,;:!?)\n](?!\d)| (?:with|w\/|when|for|from|and|or|on|if|again|instead|response|status|page|not)(?![a-z]))/
/** Before the number of a road, whose zero is an "oh", too: "Highway 101", "I-405", "take the 101". */
const ROAD_BEFORE =
  /(?:\b(?:[Hh]ighway|[Hh]wy\.?|[Rr]oute|R[Tt][Ee]\.?|[Ii]nterstate) |\b(?:I-|(?:US|SR|CA)[- ])|\b(?:[Tt]ake|onto|off|via|on) the )$/

const RANGE_CUES =
  wordList(`pp pages page from between years p vote voted passed failed mon tue tues wed thu thurs fri sat
  sun mo tu th fr sa su monday tuesday wednesday thursday friday saturday sunday daily weekdays weekends open hours`)

/** Around the result of a vote: "by a vote of 220-208", "passed by 218-213", "218-213 in the House". */
const VOTE_BEFORE =
  /\bvote (?:of|was) $|\b(?:passed|approved|rejected|failed|adopted)(?: [^,!?\n]{0,30})? by $/i
const VOTE_AFTER = /^\d{1,3}[-–]\d{1,3} (?:in the (?:House|Senate)|vote|along party)(?![a-z])/
const MAX_VOTE_LENGTH = 22
const MAX_PASSED_LENGTH = 44

/** Whether the words around a number say that it begins a range ("pages 123-200") or a result ("voted 220-212"). */
export function isRangeAnnounced(text: string, at: number): boolean {
  return (
    RANGE_CUES.has(wordBefore(text, at).toLowerCase()) ||
    VOTE_BEFORE.test(textBefore(text, at, MAX_PASSED_LENGTH)) ||
    VOTE_AFTER.test(text.slice(at, at + MAX_VOTE_LENGTH))
  )
}

/** A number without a unit or ending: a year, a code or a quantity. */
export function bareNumber({ text, locale }: ReaderInput, at: number, end: number, whole: string): string {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  if (isZip(text, at)) return digitByDigit(whole)
  if (/^[1-9]\d{3}$/.test(whole) && isFlat(text, at)) return year(whole, locale)
  if (isCodeHere(text, at, end)) return code(whole)
  if (/^\d0[1-9]$/.test(whole) && hasOh(text, at, end)) return digitByDigit(whole).replace('zero', 'oh')
  if (
    /^[1-9](?!00)\d\d$/.test(whole) &&
    locale !== 'en-GB' &&
    NAME_JOINED.test(before) &&
    !isCounting(text, end)
  )
    return inTwoParts(whole, locale) // "an F-150"
  if (/^[1-9]\d\d$/.test(whole) && (/\bI-$/.test(before) || isSavingsPlan(text, end, whole)))
    return inTwoParts(whole, locale) // "I-280", the form "I-485"
  if (/^[1-9](?!00)\d\d$/.test(whole) && locale !== 'en-GB' && endsHouseNumber(text, end))
    return inTwoParts(whole, locale) // "123 Main Street"
  if (/^[1-9]\d{4}$/.test(whole) && locale !== 'en-GB' && endsHouseNumber(text, end))
    return longHouseNumber(whole, locale)
  if (/^[1-9]\d{3}$/.test(whole) && isInPairs(text, at, end)) return year(whole, locale)
  if (/^0\d$/.test(whole) && /(?:\d{4}[-–]|')$/.test(before)) {
    return whole === '00' ? 'two thousand' : `oh ${cardinal(whole.slice(1), locale)}` // "1999-00", "'05"
  }
  return counted(whole, locale)
}

/** The number of a house with five digits: "forty one two ninety nine", "eighteen three hundred", "four zero zero zero one". */
function longHouseNumber(whole: string, locale: string): string {
  const last = whole.slice(2)
  if (last === '000') return cardinal(whole, locale)
  if (last.startsWith('0')) return digitByDigit(whole)
  return `${cardinal(whole.slice(0, 2), locale)} ${last.endsWith('00') ? cardinal(last, locale) : inTwoParts(last, locale)}`
}

/** Whether a number names a plan by its section of the law: "a 529 plan". */
function isSavingsPlan(text: string, end: number, whole: string): boolean {
  return /^(?:529|504|457)$/.test(whole) && /^ (?:plan|account)s?(?![a-z])/.test(text.slice(end, end + 10))
}

function hasOh(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at, MAX_OH_LENGTH)
  return (
    OH.test(`${before}#${text.slice(end, end + 6)}`) ||
    (STATUS_BEFORE.test(before) &&
      /^[45]/.test(text.slice(at)) &&
      STATUS_AFTER.test(text.slice(end, end + 10))) ||
    (ROAD_BEFORE.test(before) && !isCounting(text, end)) ||
    (ROOM_BEFORE.test(before) && !isCounting(text, end)) ||
    endsHouseNumber(text, end)
  )
}

function isInPairs(text: string, at: number, end: number): boolean {
  if (isPictureSize(text, at, end)) return true
  return isWordEnd(text, end) && (isYear(text, at, end) || isPaired(text, at, end))
}

/** Whether what stands before a number says that it is read digit by digit. */
function isCodeHere(text: string, at: number, end: number): boolean {
  const whole = text.slice(at, end)
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  if (/(?:\bC[Vv][VvCc]|\bRx):? $/.test(before)) return true
  if (
    whole.length === 3 &&
    (AREA_CODE_BEFORE.test(before) || AREA_CODE_AFTER.test(text.slice(end, end + 11)))
  )
    return true
  if (whole.length > 2 && PORT_BEFORE.test(before)) return true
  if (/^\d{5,6}$/.test(whole) && TEXT_BEFORE.test(before)) return true
  if (whole.length === 5 && AREA_AFTER.test(text.slice(end, end + 6)) && /\bthe $/i.test(before)) return true
  if (whole.length > 4 && ZEROS_BEFORE.test(before)) return true
  if (whole.length === 3 && ((isKeyed(text, end) && KEYED_BEFORE.test(before)) || /\bdial #$/i.test(before)))
    return true
  const [start, middle] = CODE_BEFORE.exec(before) ?? []
  if (whole.length === 3 && middle) return true // "HO3-4471-920"
  if (whole.length < 4) return false
  // "EXPO-2020", "T-1000", "SSA-1099"
  const isName = middle === '' && (/^(?:19|20)\d\d$|^\d{1,2}00$/.test(whole) || isTaxForm(whole))
  if (WORD_DIALLED.test(before)) return true
  if (isAlone(text, at, end) || CODE_AFTER.test(text.slice(end, end + MAX_AFTER_LENGTH))) return true
  if (isLongWithCheck(text, at, end) || isPostcode(text, at, end)) return true
  if (isKeyed(text, end) || isCodeAnnounced(text, at) || (start !== undefined && !isName)) return true
  return !isCounting(text, end) && (SET_CUE.test(before) || isRecord(before, whole))
}

/** Whether a long number ends with a letter or a digit that checks it: "98712345A", "48213-2". */
function isLongWithCheck(text: string, at: number, end: number): boolean {
  if (end - at > 4 && /^-\d{1,2}(?![A-Za-z\d%]|[.,:/-]\d)/.test(text.slice(end, end + 5))) return true
  return end - at > 5 && /^[A-Z](?![A-Za-z\d'])/.test(text.slice(end, end + 2))
}

/**
 * Whether a number is the postcode of an address abroad: "75004 Paris" after a comma, "12 Rue Duval, 75017" and "Gurugram
 * 122015" at its end.
 */
function isPostcode(text: string, at: number, end: number): boolean {
  if (text.slice(end - 2, end) === '00') return false
  const before = textBefore(text, at, MAX_CITY_LENGTH)
  const isLast = /^(?:$|[.,;?!)\n](?!\d))/.test(text.slice(end, end + 2))
  if (end - at === 5)
    return (
      (before.endsWith(', ') && /^ [A-Z][a-z]{2}/.test(text.slice(end, end + 4))) ||
      (isLast && NAME_BEFORE.test(before))
    )
  return end - at === 6 && CITY_BEFORE.test(before) && isLast
}

/** Whether a number is that of a record, or a secret of which it is said only later what it is. */
function isRecord(before: string, whole: string): boolean {
  if (whole.endsWith('000')) return false
  if (whole.length > 4 && RECORD_BEFORE.test(before)) return true
  const isYear = /^(?:19|20)\d\d$/.test(whole)
  return !isYear && (DISTANT_CUE.test(before) || POLICY_BEFORE.test(before))
}

/**
 * Whether a number is all that stands in brackets, or in the item of a list ("- 4821"), where it is a code if it is neither a
 * year nor round.
 */
function isAlone(text: string, at: number, end: number): boolean {
  if (text.slice(end - 2, end) === '00') return false
  const around = textBefore(text, at, 5) + text.slice(end, end + 1)
  return (
    (end - at > 4 && around.endsWith('()')) ||
    (/^(?:[-*+•–]|\d{1,3}[.)]) \n?$/.test(around) && !isYear(text, at, end))
  )
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string, locale: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole, locale)
}
