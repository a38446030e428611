import { textBefore } from '../../shared/text/reading.ts'

const DIRECTIONS: Readonly<Record<string, string>> = {
  ...{ N: 'noord', NO: 'noordoost', O: 'oost', ZO: 'zuidoost' },
  ...{ Z: 'zuid', ZW: 'zuidwest', W: 'west', NW: 'noordwest' },
}
/** What stands before where the wind comes from: "wind NW", "wind uit ZO". */
const WIND_BEFORE = /\b[Ww]ind(?: uit)?:? $/
/** The degrees before the half of the globe: "52,3702° N". */
const COORDINATE_BEFORE = /\d° ?$/
/** What stands before a quarter of the sky: "in het NO", "ten Z van", but not "in het N-VA-programma". */
const QUARTER_BEFORE = /\b(?:(?:in|op|uit) het|ten) $/
/** What stands behind it in the names of provinces, "N.-Brabant", and of winds, "ZW-wind". */
const PROVINCE_AFTER = /^\.-\p{Lu}\p{Ll}/u
const WIND_AFTER = /^-(?:wind|storm|kant|gevel|hoek)/
const MAX_BEFORE_LENGTH = 14

/** "noordwest" for the "NW" of "wind NW", "noordwesten" for that of "in het NW"; undefined for what is no direction. */
export function directionWord(letters: string, text: string, at: number): string | undefined {
  if (!Object.hasOwn(DIRECTIONS, letters)) return undefined
  const end = at + letters.length
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  const after = text.slice(end, end + 6)
  if (WIND_BEFORE.test(before) || COORDINATE_BEFORE.test(before) || PROVINCE_AFTER.test(after))
    return DIRECTIONS[letters]
  const isQuarter = QUARTER_BEFORE.test(before) && !after.startsWith('-')
  return isQuarter || WIND_AFTER.test(after) ? `${DIRECTIONS[letters]}en` : undefined
}
