import { ipaFault } from '../pronunciation/ipa.ts'
import { entry } from '../text/entry.ts'
import type { Said } from '../text/given.ts'
import { wordList } from '../text/word-list.ts'
import { type CalendarDate, isInCalendar } from '../text/written-date.ts'
import { nearest, type Range, SPEED, VOLUME } from './prosody-range.ts'
import type { Tag } from './tag.ts'

/** How fast and how loud speech is, as factors. */
export interface Prosody {
  readonly speed: number
  readonly volume: number
}

/** The silence that one tag can ask for, in seconds. */
const MAX_BREAK = 10

/** Seconds of silence by the strength of a break. */
const STRENGTHS: Readonly<Record<string, number>> = {
  'x-weak': 0.1,
  weak: 0.2,
  medium: 0.4,
  strong: 0.7,
  'x-strong': 1.2,
}
const RATES: Readonly<Record<string, number>> = {
  'x-slow': 0.6,
  slow: 0.8,
  medium: 1,
  default: 1,
  fast: 1.25,
  'x-fast': 1.5,
}
const LOUDNESS: Readonly<Record<string, number>> = {
  silent: 0.5,
  'x-soft': 0.5,
  soft: 0.7,
  medium: 1,
  default: 1,
  loud: 1.4,
  'x-loud': 2,
}

/** The parts of a date in the order in which they are written. A day or a year alone is read as any other number. */
const DATE_FORMATS = wordList('dmy dym mdy myd ydm ymd dm md my ym m')

/** Seconds of silence that a `break` asks for; undefined when it asks for none. */
export function breakSeconds({ attributes: { time, strength } }: Tag): number | undefined {
  if (time === undefined) return strength === undefined ? STRENGTHS.medium : named(STRENGTHS, strength)
  const [, amount, unit] = /^\s*\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*(m?s)?\s*$/i.exec(time) ?? []
  if (amount === undefined) return undefined
  return Math.min(MAX_BREAK, Number(amount) / (unit?.toLowerCase() === 'ms' ? 1000 : 1))
}

/** What a `speed`, `volume` or `prosody` tag changes, within the limits. */
export function prosodyChange({ name, attributes: { ratio, rate, volume } }: Tag): Partial<Prosody> {
  switch (name) {
    case 'speed':
      return change('speed', factor(ratio), SPEED)
    case 'volume':
      return change('volume', factor(ratio), VOLUME)
    default:
      return {
        ...change('speed', named(RATES, rate) ?? factor(rate), SPEED),
        ...change('volume', named(LOUDNESS, volume) ?? decibels(volume) ?? factor(volume), VOLUME),
      }
  }
}

/** The tags for which {@link saidFor} may tell how their content is said. */
export const CONTENT_TAGS: ReadonlySet<string> = new Set(['spell', 'phoneme', 'say-as', 'sub'])

/** How the content of a tag is said; undefined when as any other text. */
export function saidFor({ name, attributes }: Tag, content: string): Said | undefined {
  switch (name) {
    case 'spell':
      return { as: 'code' }
    case 'phoneme': {
      const { alphabet, ph } = attributes
      const isIpa = alphabet === undefined || alphabet.toLowerCase() === 'ipa'
      return isIpa && ph !== undefined && ipaFault(ph) === undefined ? { as: 'phones', ipa: ph } : undefined
    }
    case 'sub':
      return attributes.alias === undefined ? undefined : { as: 'text', text: attributes.alias }
    default:
      return interpreted(attributes['interpret-as']?.toLowerCase(), attributes.format, content)
  }
}

/** Times are read as such anyway, and so is what has no kind that is known. */
function interpreted(
  kind: string | undefined,
  format: string | undefined,
  content: string,
): Said | undefined {
  switch (kind) {
    case 'characters':
    case 'spell-out':
    case 'verbatim':
      return { as: 'code' }
    case 'digits':
    case 'telephone':
      return { as: 'number' }
    case 'cardinal':
    case 'number':
      return { as: 'cardinal' }
    case 'ordinal':
      return { as: 'ordinal' }
    case 'date': {
      const date = dateIn(format?.toLowerCase() ?? '', content)
      return date === undefined ? undefined : { as: 'date', date }
    }
    default:
      return undefined
  }
}

/** A date in numbers, by its format. Undefined when it is none. */
function dateIn(format: string, content: string): CalendarDate | undefined {
  const numbers = content.match(/\d+/g) ?? []
  if (!DATE_FORMATS.has(format) || numbers.length !== format.length) return undefined
  const [day, month, year] = Array.from('dmy', (letter) => numbers[format.indexOf(letter)])
  const date = {
    day: day === undefined ? undefined : Number(day),
    month: Number(month),
    year: year === undefined ? undefined : fullYear(year),
  }
  return isInCalendar(date) ? date : undefined
}

/** Two digits stand for a year from 1950 to 2049. */
function fullYear(year: string): number {
  if (year.length !== 2) return Number(year)
  return Number(year) + (Number(year) < 50 ? 2000 : 1900)
}

function change(key: keyof Prosody, value: number | undefined, range: Range): Partial<Prosody> {
  return value === undefined ? {} : { [key]: nearest(range, value) }
}

/** "1.5", "150%", or a change from the usual: "+50%". */
function factor(value: string | undefined): number | undefined {
  const [, sign, amount, percent] =
    /^\s*([+-]?)(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*(%?)\s*$/.exec(value ?? '') ?? []
  if (amount === undefined) return undefined
  if (percent === '') return sign === '-' ? undefined : Number(amount)
  return sign === '' ? Number(amount) / 100 : 1 + Number(`${sign}${amount}`) / 100
}

/** "+6dB" */
function decibels(value: string | undefined): number | undefined {
  const amount = /^\s*([+-]?\d{1,3}(?:\.\d{0,3})?)\s*db\s*$/i.exec(value ?? '')?.[1]
  return amount === undefined ? undefined : Math.round(100 * 10 ** (Number(amount) / 20)) / 100
}

function named(values: Readonly<Record<string, number>>, name: string | undefined): number | undefined {
  const key = name?.trim().toLowerCase() ?? ''
  return entry(values, key)
}
