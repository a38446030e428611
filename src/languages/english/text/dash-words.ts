import type { DashWords } from '../../shared/text/dashes.ts'
import { isRangeAnnounced } from './ranges.ts'

export const DASH_WORDS: DashWords = {
  to: 'to',
  minus: 'minus',
  calendarEnd:
    /(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sat|sun|day|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? ?$/i,
  calendarStart: /^ ?(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  isRangeAnnounced,
}
