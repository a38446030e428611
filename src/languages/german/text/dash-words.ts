import type { DashWords } from '../../shared/text/dashes.ts'
import { LETTERS, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

const RANGE_CUES = wordList('s seite seiten von zwischen jahre jahren')

export const DASH_WORDS: DashWords = {
  to: 'bis',
  minus: 'minus',
  calendarEnd: new RegExp(
    `(?<![${LETTERS}])(?:mo|di|mi|do|fr|sa|so|[${LETTERS}]{2,6}tag|mittwoch|sonnabend|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jan|feb|mrz|mär|apr|jun|jul|aug|sept?|okt|nov|dez)\\.? ?$`,
    'i',
  ),
  calendarStart: new RegExp(
    `^ ?(?:(?:mo|di|mi|do|fr|sa|so)(?![${LETTERS}])|mon|die|mit|don|fre|sam|son|jan|feb|mär|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez)`,
    'i',
  ),
  isRangeAnnounced: (text, at) => RANGE_CUES.has(wordBefore(text, at).toLowerCase()),
}
