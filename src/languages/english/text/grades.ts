import {
  isWordStart,
  matchAt,
  type Reader,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { isNamedByLetter } from './sentence-end.ts'

const MINUS = /-(?=$|[\s.,;:!?)/])(?! (?:and|or)(?![a-z]))/y
const GRADE_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:[A-DO]|AB)$/
/** What a test is for: "ER-/PR-", "HER2-", "Rh-". */
const TESTED_BEFORE = /(?:^|[^A-Za-z0-9'-])(?:ER|PR|HER2|Rh|HIV|HPV)$/
const MAX_BEFORE_LENGTH = 5
/** The best mark at a British school, and the way that programs search: "an A*", "three A*s", "the A* algorithm". */
const STAR = /\*(s?)(?![\w*])/y
const STARRED_BEFORE = /(?:^|[^A-Za-z0-9'*-])A$/
/** Words before the mark. */
const MARK_CUE =
  /\b(?:an|[Gg]rades?|[Gg]ot|gets?|[Aa]chieved?|[Ee]arned|[Pp]redicted|awarded|scored|straight|and|\d{1,2}|two|three|four|five):? A$/
const MAX_CUE_LENGTH = 14
/** What follows the mark: the worst of several, its subject, and what the algorithm is or does. */
const MARK_AFTER =
  /^\*(?:(?: ?[-–] ?| to )[A-G](?![A-Za-z'])| (?:in|grades?|students?|search|algorithms?|pathfinding|path|heuristics?|finds|uses)(?![a-z]))/
/** Another mark, if this one does not belong to the word before it ("vitamin A*, B and C"). */
const LIST_BEFORE = /(?:^|[:,;(] |A\* )A$/
const LIST_AFTER = /^\*(?:, ?| ?\/ ?| or | and | )[A-G](?![A-Za-z'])/
const MAX_AFTER_LENGTH = 14
/** The three marks that a university asks for: "A*A*A", "A*AA". */
const OFFER = /A\*(?:A\*?[AB]|AB|BB)(?![A-Za-z\d*])/y

/**
 * Reads the minus of a mark at school, of a blood type and of a test ("a B-", "HER2-"), and the stars of British marks and of an
 * algorithm.
 */
export const readGradeMark: Reader = ({ text, locale }, at) => {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (matchAt(MINUS, text, at))
    return GRADE_BEFORE.test(before) || TESTED_BEFORE.test(before) ? reading(at, 1, 'minus') : undefined
  const star = STARRED_BEFORE.test(before) ? matchAt(STAR, text, at) : null
  if (!star) return undefined
  const [whole, plural] = star
  const after = text.slice(at, at + MAX_AFTER_LENGTH)
  const isMark =
    (plural === 's' && locale === 'en-GB') ||
    MARK_CUE.test(textBefore(text, at, MAX_CUE_LENGTH)) ||
    (MARK_AFTER.test(after) && !isNamedByLetter('A', wordBefore(text, at - 1))) ||
    (LIST_BEFORE.test(before) && LIST_AFTER.test(after))
  return isMark ? reading(at, whole.length, `star${plural}`) : undefined
}

/** Reads the marks that a university asks for: "A*AA" is "A star A A". */
export const readOffer: Reader = ({ text }, at) => {
  const offer = isWordStart(text, at) ? matchAt(OFFER, text, at)?.[0] : undefined
  if (offer === undefined) return undefined
  return reading(at, offer.length, Array.from(offer, (mark) => (mark === '*' ? 'star' : mark)).join(' '))
}
