import { cleanerOf } from '../../shared/text/clean.ts'

const cleanWord = cleanerOf({ letters: '', replacements: { '№': 'No. ', '♯': ' sharp ', '♭': ' flat ' } })

/** Another key in place of the apostrophe: "couldn;t", "it;s", "didn`t". */
const SLIPPED_APOSTROPHE =
  /(?<=[A-Za-z]n)[;`](?=t(?![A-Za-z]))|(?<=[A-Za-z])[;`](?=(?:s|m|d|re|ve|ll)(?![A-Za-z;`]))/g

/** A written word in the alphabet of the English readers: see `TextFrontEnd.clean`. */
export function clean(word: string): string {
  const cleaned = cleanWord(word)
  return /[;`]./.test(cleaned) ? cleaned.replace(SLIPPED_APOSTROPHE, "'") : cleaned
}
