import type { Context } from '../../../shared/pronunciation/heteronyms/word-context.ts'
import { ADVERBS } from './word-classes.ts'

/** The nearest word before that is not an adverb ("I never read"). */
export function governorOf(context: Context): string {
  let n = 1
  while (ADVERBS.has(context.before(n)) || /[a-z]{2}ly$/.test(context.before(n))) n++
  return context.before(n)
}
