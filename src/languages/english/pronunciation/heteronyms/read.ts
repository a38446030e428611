import type { WordContext } from '../../../shared/pronunciation/word-context.ts'
import { isPause } from '../../../shared/text/token.ts'
import { wordBeforeAdverbs } from './part-of-speech.ts'
import * as classes from './word-classes.ts'

/** The greatest distance, in words, between an auxiliary and "read" ("have you ever read"). */
const MAX_DISTANCE = 3
const PASSIVE = new Set(['get', 'gets', 'getting', 'got', 'well', 'widely'])
const BACK_THEN = new Set(['yesterday', 'last', 'ago', 'once', 'already', 'previously', 'earlier'])
const SPEAKERS = new Set(['i', 'we'])
/** Words after "I read" that tell of one time, unless it is a habit. */
const REPORTED = new Set(['about', 'that'])
const HABITS = new Set(['every', 'daily', 'often', 'usually', 'always', 'sometimes'])
const PRESENT_SUBJECTS = new Set(['you', 'they', 'people', 'who', 'and', 'or'])

/** Whether "read" is the past tense or the participle. */
export function isPastRead(context: WordContext): boolean {
  const before = wordBeforeAdverbs(context)
  if (context.opensSentence || context.after() === 'only' || classes.DETERMINERS.has(context.before()))
    return false
  if (isWorthReading(context) || context.after() === 'receipts') return false
  if (context.before() === 'meter' && classes.FINITE_BE.has(context.after())) return false // "the meter read is due"
  if (classes.HAVE.has(before) || classes.BE.has(before) || PASSIVE.has(context.before())) return true
  const auxiliaries = [...context.clauseBefore()].slice(0, MAX_DISTANCE)
  for (const word of auxiliaries) {
    if (classes.BEFORE_VERB.has(word) || classes.CAUSATIVES.has(word) || /n't$|'ll$|'d$/.test(word)) {
      return classes.HAVE.has(word)
    }
  }
  if (context.mentions(BACK_THEN)) return true
  if (SPEAKERS.has(before)) {
    const isReported = REPORTED.has(context.after()) && !context.mentions(HABITS)
    return isReported || classes.BEGINS_OBJECT.has(context.after())
  }
  return !PRESENT_SUBJECTS.has(before) && !isPause(before) && !classes.looksPlural(before)
}

/** Whether "read" is a noun with an adjective: "a great read". */
function isWorthReading(context: WordContext): boolean {
  const before = context.before()
  return (
    (classes.looksAdjectival(before) || before.endsWith('ing')) && classes.DETERMINERS.has(context.before(2))
  )
}
