import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { DIRECTIONS } from './directions.ts'
import { OPENERS } from './sentence-end.ts'
import { isCounting } from './years.ts'

const DIRECTION = /([NS]\.?[EW]|[NSEW])\.?(?![A-Za-z0-9'&.])/y
/** Where a road leads: "I-35 SB", "NB I-95", "US-50 E/B". */
const BOUND = /([NSEW])\/?B(?![A-Za-z0-9'&-])/y
/** Before the name of a country, a state or a region: "S. Korea", "N. Carolina". */
const PART_OF_NAME =
  /([NSEW])\.(?= (?:Korea|Carolina|Dakota|Virginia|Africa|Sudan|America|Ireland|Macedonia|Timor|Bank|Yorkshire|Wales|Coast|Caribbean)(?![a-z]))/y
const ROUTE_AFTER = /^ (?:I|US|SR|CA|Hwy|Highway|Route|Rte)[- ]\d/
/** One of the eight directions between these, of the wind and of what moves: "winds WSW at 10 mph". */
const FINE_DIRECTION = /(?:[NE]NE|[ES]SE|[SW]SW|[NW]NW)(?![A-Za-z0-9'&-]|\.[A-Za-z])/y
/** The speed of the wind before its direction: "12 km/h NE". */
const SPEED_BEFORE = /\d ?(?:mph|km\/h|kph|kts?|knots),? $/
const MAX_WIND_LENGTH = 20
const WIND_AFTER = /^ (?:winds?(?![a-z])|(?:at )?\d[\d–-]{0,5} ?(?:mph|kts?|knots|km\/h|kph)(?![a-z]))/
const TYPES =
  'St|Street|Ave|Avenue|Blvd|Boulevard|Rd|Road|Dr|Drive|Ln|Lane|Ct|Court|Pl|Place|Way|Pkwy|Parkway|Ter|Terrace|Cir|Circle|Trl|Trail|Hwy|Highway|Expy|Expressway|Fwy|Freeway|Plaza|Pike|Loop|Sq|Square|Row|Alley|Crescent'
const TYPE = `(?:${TYPES}|${TYPES.toUpperCase()})`
/** Those that are hardly anything else in small letters. */
const SMALL_TYPE = '(?:street|avenue|boulevard|road|drive|lane|highway|parkway)'
const NUMBER = '\\d{1,3}(?:[Ss]t|[Nn]d|[Rr]d|[Tt]h|ST|ND|RD|TH)'
const WORD = `(?:[A-Z][A-Za-z'-]{1,20}|St\\.|${NUMBER})`
/** A further word of the name. */
const FURTHER = `(?:[A-Z][A-Za-z'-]{1,20}|[A-Z]\\.?|Jr\\.|${NUMBER})`
/** The name of a street up to the word that says what it is, maybe in capitals; that of a Spanish street begins with it. */
const NAME = new RegExp(
  `^ (?:(?:${WORD}(?: ${FURTHER}){0,3}?|[A-Z]) (?:${TYPE}|${SMALL_TYPE})|(?:(?:North|South|East|West) )?(?:El )?(?:Camino|Paseo|Calle|Avenida|Via) [A-Z][a-z]{2,})(?![A-Za-z])`,
)
/** A name in small letters, where an address stands before it: "at 947 birch hill lane". */
const SMALL_NAME = new RegExp(`^ [a-z]{3,20}(?: [a-z]{3,20})? ${SMALL_TYPE}(?![a-z])`)
const AT_BEFORE = /\b(?:at|to|address is) \d{3,5}$/
/** The number of the last of several houses, after that of the first one: "1016-1098 Center Street". */
const LAST_HOUSE = /^[-–]\d{1,5}(?= )/
/** Before the number of a flat: "12 Oak Lane #2204". */
const FLAT_BEFORE = new RegExp(`\\b(?:${TYPE}|${SMALL_TYPE})\\.?,? # ?$`)
/** The number of a house and the name of its street, before the word that says what it is. */
const STREET_NAME_BEFORE = new RegExp(
  `(?<![\\d.,:])\\d{1,5}[A-Z]? (?![AP]M )(?:[NSEW]{1,2}\\.? )?${WORD}(?: [A-Z][A-Za-z'-]{1,20}){0,2} $`,
)
/** The name of a street without that word, after the full stop of a direction: "12 W. Broadway". */
const NAME_AFTER_STOP =
  /^ [NSEW]\. ([A-Z][a-z]{1,20})(?:$|[.,;:?!)\n]| (?:in|and|at|near|to|for|is|was|has|after|before|by|until|around|from|between|with|[A-Z#\d]))/
/** What stands before the number of a house, not of watts. */
const ADDRESS_BEFORE = /(?:^|[\n,;:("]|\b(?:at|to|from|near|on|and|is|visit|address)) ?(?<![\d.,])\d{1,5}$/i
const MAX_NAME_LENGTH = 60
/** The number of a house, or a word or a slash before the name of a street ("on E 42nd St"), or nothing. */
const HOUSE_BEFORE =
  /^$|(?<![\d.,])\d{1,5} $|(?:\b(?:on|onto|at|off|of|to|from|near|along|and|between)|&) $|[a-z]\.?\/$/
/** A street by its number, after a direction: "W. 23rd". */
const NUMBERED_STREET = /^ \d{1,3}(?:[Ss]t|[Nn]d|[Rr]d|[Tt]h)(?![A-Za-z])/
const STREET_BEFORE = new RegExp(`\\b${TYPE}\\.?,? $`)
/** What has a direction: the wind, and who goes somewhere. */
const MOVING_BEFORE =
  /\b(?:winds?(?: are| is|:)?(?: from the| out of the)?|head(?:ing)?|go|continue|drive|walk|travel|mov(?:e|ing)|due) $/i
const DISTANCE_BEFORE =
  /\b(?:mi|miles?|km|kilometers?|blocks?|ft|feet|yards?|hrs?|hours?|mins?|minutes?)\.? $/
const AWAY_AFTER = /^ (?:of|on|along|from) /
const ROUTE_BEFORE = /\b(?:I|US|SR|CA|Hwy\.?|Highway|Route|Rte\.?|Interstate)[- ]\d{1,3}[NSEW]? ?$/
/** A road that has no other name, before where on it something is: "the 405 N near the airport". */
const THE_ROUTE_BEFORE = /\bthe \d{1,3} ?$/
const ON_ROUTE_AFTER =
  /^ ?[NSEW](?:$|[,;!?]|\.$| (?:near|at|to|towards?|past|from|by|between|until|exit)(?![a-z]))/
const MAX_BEFORE_LENGTH = 16

/**
 * Whether a house number ends at a position: the name of a street follows, maybe with a direction before it ("4501 N Lamar
 * Blvd").
 */
export function endsHouseNumber(text: string, end: number): boolean {
  const after = text.slice(end, end + MAX_NAME_LENGTH).replace(LAST_HOUSE, '')
  return (
    NAME.test(after.replace(/^ (?:[NS](?:\.?[EW])?|[EW])\.?(?= )/, '')) ||
    isBeforeStoppedDirection(text, end) ||
    (SMALL_NAME.test(after) && !isCounting(text, end) && AT_BEFORE.test(before(text, end)))
  )
}

/** Whether the number of a flat begins at a position, after the name of its street: "12 Oak Lane #2204". */
export function isFlat(text: string, at: number): boolean {
  return FLAT_BEFORE.test(before(text, at))
}

function before(text: string, at: number): string {
  return textBefore(text, at, MAX_BEFORE_LENGTH)
}

/** Whether the number of a house ends before a direction with its full stop and the name of a street: "12 W. Broadway". */
function isBeforeStoppedDirection(text: string, end: number): boolean {
  const name = NAME_AFTER_STOP.exec(text.slice(end, end + MAX_NAME_LENGTH))?.[1]
  if (name === undefined || OPENERS.has(name)) return false
  return ADDRESS_BEFORE.test(before(text, end))
}

/** Whether the number of a house and the name of its street end at a position: "123 OAK RIDGE" before "DR". */
export function endsStreetName(text: string, at: number): boolean {
  return STREET_NAME_BEFORE.test(textBefore(text, at, MAX_NAME_LENGTH))
}

/** Whether the name of a street ends at a position with the word that says what it is: "MAIN ST" before "APT 4". */
export function endsStreet(text: string, at: number): boolean {
  return STREET_BEFORE.test(before(text, at))
}

/** Whether the number of a route ends at a position ("I-95"). */
export function endsRouteNumber(text: string, end: number): boolean {
  const route = before(text, end)
  if (ROUTE_BEFORE.test(route)) return true
  return THE_ROUTE_BEFORE.test(route) && ON_ROUTE_AFTER.test(text.slice(end, end + MAX_BEFORE_LENGTH))
}

/**
 * Reads the letters of a direction before or after the name of a street, after the number of a route or a distance, of the wind
 * and of a corner: "12 W 49th St", "5th Ave NW", "I-95 N", "2 miles N of town".
 */
export const readDirection: Reader = ({ text }, at) => {
  const fine = matchAt(FINE_DIRECTION, text, at)?.[0]
  if (fine !== undefined) return isOfWind(text, at) ? reading(at, 3, fineDirection(fine)) : undefined
  const bound = matchAt(BOUND, text, at)
  const isBound =
    bound?.[0].includes('/') || endsRouteNumber(text, at) || ROUTE_AFTER.test(text.slice(at + 2, at + 14))
  if (bound && isBound) return reading(at, bound[0].length, `${DIRECTIONS[bound[1]!]}bound`)
  const part = matchAt(PART_OF_NAME, text, at)
  if (part) return reading(at, 2, DIRECTIONS[part[1]!]!)
  const match = matchAt(DIRECTION, text, at)
  if (!match) return undefined
  const [whole] = match
  const letters = whole.replaceAll('.', '')
  const opening = before(text, at)
  const after = text.slice(at + whole.length, at + whole.length + MAX_NAME_LENGTH)
  const isBeforeName =
    (HOUSE_BEFORE.test(opening) || letters.length === 2) && (NAME.test(after) || NUMBERED_STREET.test(after))
  const isAfterName = endsStreet(text, at) && (letters.length === 2 || !/^ [A-Z]/.test(after))
  const isSide = /^ (?:corner|side|end)(?![a-z])/.test(after)
  const isAway = DISTANCE_BEFORE.test(opening) && AWAY_AFTER.test(after)
  if (
    !isBeforeName &&
    !isAfterName &&
    !isBeforeStoppedDirection(text, at - 1) &&
    !isAway &&
    !isSide &&
    !(letters.length === 2 && SPEED_BEFORE.test(opening)) &&
    !MOVING_BEFORE.test(opening) &&
    !endsRouteNumber(text, at)
  )
    return undefined
  const hasStop = whole.endsWith('.') && after !== ''
  const length = hasStop ? whole.length : whole.replace(/\.$/, '').length
  return reading(at, length, Array.from(letters, (letter) => DIRECTIONS[letter]).join(''))
}

/** Whether three letters are the direction of the wind, or of where something is or goes. */
function isOfWind(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_WIND_LENGTH)
  const after = text.slice(at + 3, at + 3 + MAX_WIND_LENGTH)
  const isAway = DISTANCE_BEFORE.test(before) && AWAY_AFTER.test(after)
  return isAway || SPEED_BEFORE.test(before) || MOVING_BEFORE.test(before) || WIND_AFTER.test(after)
}

/** "west southwest" */
function fineDirection([first, second, third]: string): string {
  return `${DIRECTIONS[first!]} ${DIRECTIONS[second!]}${DIRECTIONS[third!]}`
}
