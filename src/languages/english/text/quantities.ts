import { lacksSpace } from '../../shared/text/punctuation.ts'
import {
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  type Reading,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { scientificReader } from '../../shared/text/scientific.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { bareNumber, counted } from './bare-numbers.ts'
import { lengthMarkAt } from './length-marks.ts'
import {
  cardinal,
  decade,
  decimal,
  digitByDigit,
  inTwoParts,
  ordinal,
  POSSESSIVE,
  plural,
  versionWords,
  year,
} from './number-words.ts'
import { isTaxForm } from './paired-numbers.ts'
import { isNumberedPlace } from './places.ts'
import { DASH_WORDS, SYMBOL_WORDS } from './symbol-words.ts'
import { unitAt } from './units.ts'
import { isCounting } from './years.ts'

const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/y
const VERSION = /\d{1,6}(?:\.\d{1,6}){2,8}(?!\d)/y
/** "1,000", "12,34,567" as in India, "1000", with decimals. */
const NUMBER = /(\d{1,3}(?:,\d{3})+(?!\d)|(?<!\d,)\d{1,2}(?:,\d\d){1,7},\d{3}(?!,?\d)|\d+)(?:\.(\d+))?/y
const BARE_FRACTION = /\.(\d+)/y
/** How often a batter hits: "batting .312", "a .305 hitter". */
const BATTING_AVERAGE = /\.(\d{3})(?![\d%.])/y
/** The averages of a batter in a row: ".310/.390/.646". */
const SLASH_LINE = /\.\d{3}(?:\/\.\d{3}){1,2}(?![\d/])/y
const BATTING_BEFORE =
  /\b(?:bat(?:s|ted|ting)?|hits?|hitting|slugging|slashing|batting average (?:of|is|was)) $/i
const BATTER_AFTER = /^ (?:hitter|batter|batting|average|season)(?![a-z])/
const ORDINAL = /(?:[Ss]t|[Nn]d|[Rr]d|[Tt]h|ST|ND|RD|TH)(?![A-Za-z0-9])|th(?=s(?![A-Za-z0-9]))/y
/** The plural of parts: "16ths". */
const PARTS = /(?<=th)s(?![A-Za-z0-9])/y
/** The British measure of a body: "11st 4lb", and "13st", which is no ordinal. */
const STONE = / ?st(?= \d{1,2} ?(?:lbs?|pounds?)(?![A-Za-z]))|(?<=1\d|[02-9])st(?![A-Za-z0-9])/y
/** The plural of a decade, or of a team's name ("49ers"). */
const PLURAL = /(?: ?s|'s|ers)(?![A-Za-z0-9])/y
/** Before numbers that are names, whose plural has no unit: "2x4s", "the under 18s", "B-52s", "GLP-1s". */
const NAMED_BEFORE = /(?:\b(?:\d{1,2}x|(?:under|over) )|[A-Z]-)$/i
const MAX_NAMED_LENGTH = 7
/** Numbers that stand for many ("100s of people"). */
const MANY: Readonly<Record<string, string>> = { '10': 'tens', '100': 'hundreds', '1000': 'thousands' }
const OF_MANY = /s(?= of )/y
/** Also the letters of the British: "4.75pc". */
const PERCENT = / ?([%‰])|(?<=\.\d{1,2})pc(?![A-Za-z])/y
const MAGNITUDE = /(K|M|B|bn|k)(?![A-Za-zΩ0-9'&])/y
const FEET_INCHES =
  /(\d{1,2})(?:'(?: ?(\d{1,2})(?:"|'')?|-(\d{1,2})(?:"|''))(?![\d'x])|ft(\d{1,2})(?:in)?(?![A-Za-z\d]))/y
const MAGNITUDES: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  M: 'million',
  B: 'billion',
  bn: 'billion',
}
/** What follows the length of a race ("a 10K run"). */
const RACE_AFTER =
  /^ (?:P[RB](?![A-Za-z])|runs?|races?|pace|times?|training|finish|route|course|walk|in \d|is |on )/
/** A race by its length, before which it is no sum and after which nothing is counted: "She ran a 5K." */
const RACE_BEFORE = /\b(?:an?|the|my|your|his|her|our|this|first|run|ran|running|\d:\d\d) $/i
const RACE =
  /(?:3|5|8|10|15|20|50)[kK](?=$|[,;:!?)\n]|\.(?!\d)| (?:and|or|on|this|next|then|today|tomorrow|yesterday|at|with)(?![a-z]))/y
/** A verb that looks like a place: "can seat 12K". */
const SEATING_BEFORE = /\b(?:can|could|will|would|that|which) [a-z]{2,8} $/
const MAX_SEATING_LENGTH = 16
/** The letter of days, after words of a time ("in the last 30d", "for 7d") or before what lasts so long ("a 14d trial"). */
const DAYS = /d(?![\w'-])/y
const LASTING_BEFORE =
  /\b(?:(?:for|over|within|after|every|last|past|next|first|least|than|under)|in(?! [234]d))(?: the)? (?:\d{1,3}[-–])?\d{1,3}d$/i
const LASTING_AFTER =
  /^d (?:trial|window|period|supply|course|pass|streak|average|avg|moving|return|plan|notice|free)(?![a-z])/
const MAX_LASTING_LENGTH = 22
/**
 * The letter of minutes, after words of a time ("in 15m", "every 5m"), before "ago" or what lasts so long ("a 30m call"). What is done
 * for or after a distance has meters: "in 50m, turn left", "swim for 50m".
 */
const MINUTES = /m(?![\w'^/-])/y
const MINUTES_BEFORE =
  /\b(?:(?<!\b(?:swim|swam|walk|drive|go|straight|continue|ahead|on) )for|in|after|every|last|past|next|(?:layover|delay|runtime|duration):?)(?: the| of| is)? (?:[1-9]\d?[-–])?[1-9]\d?$/i
const METERS_AFTER =
  /^m,? (?:of|turn|keep|take|bear|make|go|exit|continue|merge|stay|at|deep|wide|long|tall|high|above|below|from|away|to|you|your)(?![a-z])/
const DISTANCE_BEFORE = /(?:^|[.!?\n] ?)In \d{1,2}$/
const MINUTES_AGO = /^m ago(?![a-z])/
const OF_MINUTES =
  /^m (?:timer|call|meeting|session|break|timeout|interval|delay|cooldown|nap|slot|lunch)(?![a-z])/
const MAX_METERS_LENGTH = 13
/** The capital of meters, before what is swum or run: "the 100M Backstroke". */
const RACE_METERS =
  /M(?= (?:(?:Individual|individual|Mixed|mixed) )?(?:[Bb]ackstroke|[Bb]reaststroke|[Bb]utterfly|[Ff]reestyle|[Mm]edley|[Hh]urdles|[Dd]ash|[Ss]print|[Rr]elay)(?![a-z]))/y
/** The letter of pence, which is that of lines on a screen, too: "50p", "1.5p", but "720p". */
const PENCE = /(?<!\d{4}|(?<!\d)(?:144|240|360|480|540|720))p(?![A-Za-z0-9'])/y
/** The purity of gold: "18k gold". */
const KARAT = /[kK](?= (?:(?:solid |white |yellow |rose )?gold|Magic)(?![a-z]))/y
const MAX_KARAT = 24
/** What follows the name of the company 3M, and not that number of people: "3M tape", "3M Command strips". */
const COMPANY_AFTER =
  /^ (?:(?![A-Za-z]{2,16}s(?![a-z]))[A-Z][a-z]|(?:tape|film|filter|adhesive|stock|settlement|makes|made|says|said|reported|announced)(?![a-z]))/
const MAX_COMPANY_LENGTH = 20
/** The company in a list of names: "Apple, 3M, and Ford", "Ford and 3M." */
const COMPANY_BEFORE = /(?<![\w])[A-Z][a-z]{2,20}(?:,? (?:and|or)|,) $/
const COMPANY_IN_LIST = /^,? (?:and|or) [A-Z][a-z]|^,(?:$| [A-Z][a-z])/
const COMPANY_LAST = /(?:and|or) $/
/** The subject of a course: "PSYCH 1B". */
const COURSE_BEFORE =
  /\b(?:ANTH|ART|BIO|CHEM|COMM|CS|ECON|ENG|ENGL|GEOG|GEOL|HIST|MATH|MUS|PHIL|PHYS|POLI|PSY|PSYCH|SOC|SPAN|STAT|STATS) $/
const MAX_COURSE_LENGTH = 9
/** Capitals and a hyphen before the number of a visa, a form or a model: "H-1B", "XR-450B". */
const LETTERS_BEFORE = /(?<![A-Za-z\d])[A-Z]{1,3}-$/
const ARTICLE_BEFORE = /(?:^|[\s("])an? $|(?:^|[.?!\n] ?)An? $/
const DECADE_CUES = wordList('the his her their my our your mid early late low high upper')
/** Other decades before one: "in her 20s and 30s", "the 1920s and 30s". */
const DECADES_BEFORE =
  /(?:\b(?:the|his|her|their|my|our|your|mid|early|late|low|high|upper)[ -]|(?<!\d)[12]\d)(?:[1-9]0'?s(?:,|,? and| or| to) ){1,3}$/i
const MAX_DECADES_LENGTH = 32
/** Words before a time in seconds: "after 90s". */
const SECONDS_CUES = wordList('after for every each within wait waits waited takes took lasts lasted')

/**
 * Reads numbers with their units, endings and magnitudes: "3.14", "1,000", "22nd", "1990s", "50%", "10K", "5'11\"", "5
 * km".
 */
export const readQuantity: Reader = (input, at) => {
  const { text, locale } = input
  const address = matchAt(ADDRESS, text, at)
  if (address)
    return numberReading(at, address[0].length, address[0].split('.').map(digitByDigit).join(' dot '))
  const version = matchAt(VERSION, text, at)
  if (version) return numberReading(at, version[0].length, versionWords(version[0], locale))
  const height = matchAt(FEET_INCHES, text, at)
  if (height) {
    const inches = height[2] ?? height[3] ?? height[4]!
    const words = `${cardinal(height[1]!, locale)} foot ${cardinal(inches, locale)}`
    return numberReading(at, height[0].length, words)
  }
  const number = matchAt(NUMBER, text, at) ?? bareFraction(text, at)
  if (!number) return undefined
  const [match, grouped, fraction] = number
  const end = at + match.length
  const whole = grouped!.replaceAll(',', '')
  return (
    (fraction === undefined ? withEnding(input, at, end, whole) : undefined) ??
    withUnit(input, at, end, whole, fraction)
  )
}

/** Reads "1e-7" and "1.5E3". */
export const readScientific = scientificReader(SYMBOL_WORDS, DASH_WORDS, {
  points: '.',
  cardinal,
  decimal,
  unitAt: (text, at) => unitAt(text, at, false),
})

/** Reads a number without an integer part (".5"). */
export const readBareFraction: Reader = (input, at) => {
  const { text } = input
  const line = matchAt(SLASH_LINE, text, at)?.[0]
  if (line !== undefined && !/\d/.test(text[at - 1] ?? '')) {
    const averages = line.split('/').map((average) => inTwoParts(average.slice(1), input.locale))
    return numberReading(at, line.length, averages.join(' , '))
  }
  const average = matchAt(BATTING_AVERAGE, text, at)
  if (average && isBatted(text, at)) return numberReading(at, 4, inTwoParts(average[1]!, input.locale))
  const isFraction =
    text[at] === '.' &&
    /\d/.test(text[at + 1] ?? '') &&
    !/\d/.test(text[at - 1] ?? '') &&
    !lacksSpace(text, at)
  return isFraction ? readQuantity(input, at) : undefined
}

function isBatted(text: string, at: number): boolean {
  return BATTING_BEFORE.test(textBefore(text, at, 24)) || BATTER_AFTER.test(text.slice(at + 4, at + 14))
}

function bareFraction(text: string, at: number): [string, string, string] | undefined {
  const match = matchAt(BARE_FRACTION, text, at)
  return match ? [match[0], '', match[1]!] : undefined
}

/** Reads a number with an ordinal or decade ending. */
function withEnding(
  { text, locale }: ReaderInput,
  at: number,
  end: number,
  whole: string,
): Reading | undefined {
  const stone = matchAt(STONE, text, end)?.[0]
  if (stone !== undefined && (stone === ' st' || !/(?:^|[02-9])1$/.test(whole)))
    return markedNumberReading(at, end + stone.length, cardinal(whole, locale), 'stone')
  const nth = matchAt(ORDINAL, text, end)
  if (nth) {
    const stop = end + nth[0].length
    const ending = matchAt(POSSESSIVE, text, stop)?.[0] ?? matchAt(PARTS, text, stop)?.[0] ?? ''
    return numberReading(at, stop + ending.length - at, ordinal(String(BigInt(whole)), locale) + ending)
  }
  const many = MANY[whole]
  if (many !== undefined && matchAt(OF_MANY, text, end)) return numberReading(at, end + 1 - at, many)
  const years = matchAt(PLURAL, text, end)
  if (years?.[0] === 's' && whole.length < 4 && NAMED_BEFORE.test(textBefore(text, at, MAX_NAMED_LENGTH)))
    return numberReading(at, end + 1 - at, plural(cardinal(whole, locale)))
  if (years?.[0] === 'ers')
    return numberReading(at, end + 3 - at, `${cardinal(whole, locale).replace(/e$/, '')}ers`)
  if (years?.[0] === 's' && isTaxForm(whole))
    return numberReading(at, end + 1 - at, plural(year(whole, locale)))
  if (years && isDecade(whole, years[0], text, at)) {
    return numberReading(at, end + years[0].length - at, decade(whole, locale))
  }
  return undefined
}

/** Whether "s" after a number means a decade, or numbers from there on ("in the low 100s"). "30s" can also be seconds. */
function isDecade(whole: string, ending: string, text: string, at: number): boolean {
  const before = wordBefore(text, text[at - 1] === '-' ? at - 1 : at).toLowerCase()
  if (ending === ' s') return /^(?:1[6-9]|20)\d0$/.test(whole) && DECADE_CUES.has(before)
  if (/^[12]\d\d0$/.test(whole)) return true
  if (!/^[1-9]\d?0$/.test(whole)) return false
  const isAbbreviated = ending === "'s" || text[at - 1] === "'"
  if (isAbbreviated || DECADE_CUES.has(before)) return true
  if (DECADES_BEFORE.test(textBefore(text, at, MAX_DECADES_LENGTH))) return true
  return Number(whole) >= 50 && whole.length === 2 && !SECONDS_CUES.has(before)
}

function withUnit(
  input: ReaderInput,
  at: number,
  end: number,
  whole: string,
  fraction: string | undefined,
): Reading {
  const { text, locale } = input
  const plain = fraction === undefined ? whole : undefined
  const isGrouped = text.slice(at, end).includes(',')
  const value =
    fraction !== undefined
      ? decimal(whole, fraction, locale)
      : isGrouped
        ? cardinal(whole, locale)
        : counted(whole, locale)
  const percent = matchAt(PERCENT, text, end)
  if (percent) {
    const said = [
      { at, words: value },
      { at: end + percent[0].length - 1, words: percent[1] === '‰' ? 'per mille' : 'percent' },
    ]
    return { end: end + percent[0].length, said, isNumber: true }
  }
  if (locale === 'en-GB' && matchAt(PENCE, text, end))
    return numberReading(at, end + 1 - at, `${value} ${plain === '1' ? 'penny' : 'pence'}`)
  if (Number(whole) <= MAX_KARAT && matchAt(KARAT, text, end))
    return numberReading(at, end + 1 - at, `${value} karat`)
  if (matchAt(RACE_METERS, text, end)) return numberReading(at, end + 1 - at, `${value} meter`)
  const isLasting = LASTING_AFTER.test(text.slice(end, end + 12))
  const daysBefore = text.slice(Math.max(0, end + 1 - MAX_LASTING_LENGTH), end + 1)
  if (matchAt(DAYS, text, end) && (isLasting || LASTING_BEFORE.test(daysBefore)))
    return numberReading(at, end + 1 - at, `${value} ${isLasting || plain === '1' ? 'day' : 'days'}`)
  const isOfMinutes = OF_MINUTES.test(text.slice(end, end + MAX_METERS_LENGTH))
  if (matchAt(MINUTES, text, end) && (isOfMinutes || isMinutes(text, end)))
    return numberReading(at, end + 1 - at, `${value} ${isOfMinutes || plain === '1' ? 'minute' : 'minutes'}`)
  const magnitude = matchAt(MAGNITUDE, text, end)
  if (magnitude && plain !== undefined && isName(text, at, plain, magnitude[0]))
    return numberReading(at, end - at, bareNumber(input, at, end, plain))
  if (magnitude) {
    return numberReading(at, end + magnitude[0].length - at, `${value} ${MAGNITUDES[magnitude[1]!]}`)
  }
  const isSingle = plain === '1' || isAfterArticle(text, at)
  const isOpen = text[end] === '+'
  const unit = unitAt(text, isOpen ? end + 1 : end, isSingle && !isOpen)
  if (unit) {
    const said = [
      { at, words: isOpen ? `${value} plus` : value },
      { at: unit.at, words: unit.words },
    ]
    return { end: unit.end, said, isNumber: true }
  }
  const length = lengthMarkAt(input, at, end, isSingle)
  if (length !== undefined) return numberReading(at, end + 1 - at, `${value} ${length}`)
  const words = plain === undefined || isGrouped ? value : bareNumber(input, at, end, plain)
  const ending = matchAt(POSSESSIVE, text, end)?.[0] ?? ''
  return numberReading(at, end + ending.length - at, words + ending)
}

/** Whether "m" after a number that ends at a position means minutes, by the words around them. */
function isMinutes(text: string, end: number): boolean {
  const after = text.slice(end, end + MAX_METERS_LENGTH)
  if (MINUTES_AGO.test(after)) return true
  const before = textBefore(text, end, MAX_LASTING_LENGTH)
  if (after.startsWith('m,') && DISTANCE_BEFORE.test(before)) return false // "In 50m, turn left"
  return MINUTES_BEFORE.test(before) && !METERS_AFTER.test(after)
}

/** "a 5 lb bag", but "Vitamin A 500 mg" */
function isAfterArticle(text: string, at: number): boolean {
  return ARTICLE_BEFORE.test(textBefore(text, at, 5))
}

/** Whether "3M" is the company, by what follows it, or by the names beside it in a list. */
function isCompany(text: string, at: number, end: number): boolean {
  const after = text.slice(end, end + MAX_COMPANY_LENGTH)
  if (COMPANY_AFTER.test(after)) return true
  const before = textBefore(text, at, MAX_COMPANY_LENGTH)
  if (!COMPANY_BEFORE.test(before)) return COMPANY_IN_LIST.test(after) && /(?:^|\n)$/.test(before)
  return COMPANY_IN_LIST.test(after) || (COMPANY_LAST.test(before) && /^(?:$|[.?!\n](?!\d))/.test(after))
}

/** Whether number and letter are a name: "4K", "401k", "a 10K run", "i7-9700K", "Room 5B", "Gate 12M", "221B Baker Street", "H-1B". */
function isName(text: string, at: number, whole: string, letter: string): boolean {
  const end = at + whole.length + letter.length
  const before = wordBefore(text, at)
  if (LETTERS_BEFORE.test(textBefore(text, at, 5))) return true
  if (/[KMB]/.test(letter) && isNumberedPlace(before) && !isCounting(text, end))
    return !SEATING_BEFORE.test(textBefore(text, at, MAX_SEATING_LENGTH))
  if (whole === '3' && letter === 'M') return isCompany(text, at, end)
  if (/[kK]/.test(letter))
    return (
      whole.length === 4 || // "a 2700K bulb"
      /^(?:[48]|401)$/.test(whole) ||
      RACE_AFTER.test(text.slice(end, end + 6)) ||
      (matchAt(RACE, text, at) && RACE_BEFORE.test(textBefore(text, at, 9))) ||
      /(?<!\d)[A-Za-z]\d?-$/.test(textBefore(text, at, 3))
    )
  if (letter !== 'B') return false
  const isCourse = COURSE_BEFORE.test(textBefore(text, at, MAX_COURSE_LENGTH))
  const isNumbered = /^(?:no|number)$/i.test(before) || text[at - 1] === '#'
  return isNumbered || (isCourse && !isCounting(text, end)) || /^[A-Z]/.test(wordAfter(text, end))
}
