import type { DashWords } from '../../shared/text/dashes.ts'
import { wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

const CUES = wordList('blz bladzijde bladzijden pp p pag pagina van tussen jaren')

export const DASH_WORDS: DashWords = {
  to: 'tot',
  minus: 'min',
  calendarEnd:
    /(?:(?:maan|dins|woens|donder|vrij|zater|zon)dag|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december) ?$|(?:^|[^A-Za-z])(?:ma|di|wo|do|vr|za|zo|jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec)\.?$/i,
  // "maar" is more often a word than the start of "maart", where a space stands before it.
  calendarStart:
    /^(?:(?:ma|di|wo|do|vr|za|zo)(?![a-zà-ý])|maan|maar| ?(?:din|woe|don|vri|zat|zon|jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec))/i,
  isRangeAnnounced: (text, at) => CUES.has(wordBefore(text, at).toLowerCase()),
}
