import { cleanerOf } from '../../shared/text/clean.ts'

const cleanWord = cleanerOf({ letters: '', replacements: { '№': 'No. ', '♯': ' sharp ', '♭': ' flat ' } })

/** Another key in place of the apostrophe: "couldn;t", "it;s", "didn`t". */
const SLIPPED_APOSTROPHE =
  /(?<=[A-Za-z]n)[;`](?=t(?![A-Za-z]))|(?<=[A-Za-z])[;`](?=(?:s|m|d|re|ve|ll)(?![A-Za-z;`]))/g

/** References to characters that have lost their ampersand, as those of feeds do: "#39;s", "quot;yes". */
const LOST_REFERENCES: Readonly<Record<string, string>> = {
  ...{ '#39': "'", '#145': "'", '#146': "'", '#8216': "'", '#8217': "'" },
  ...{ '#34': '"', '#147': '"', '#148': '"', '#8220': '"', '#8221': '"', quot: '"' },
  ...{ '#36': '$', '#150': '–', '#151': '–' },
}
const LOST_REFERENCE = new RegExp(`(?<![A-Za-z\\d&#])(${Object.keys(LOST_REFERENCES).join('|')});`, 'g')

/** What is owed, as accountants write it: "$(143.20)". */
const OWED = /^\$\((\d[\d,]{0,12}\.\d\d)\)/

/** A written word in the alphabet of the English readers: see `TextFrontEnd.clean`. */
export function clean(word: string): string {
  const marked = word.includes(';')
    ? word.replace(LOST_REFERENCE, (_, name) => LOST_REFERENCES[name]!)
    : word.replace(OWED, '-$$$1')
  const cleaned = cleanWord(marked)
  return /[;`]./.test(cleaned) ? cleaned.replace(SLIPPED_APOSTROPHE, "'") : cleaned
}
