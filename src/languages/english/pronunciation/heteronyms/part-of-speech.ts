import type { WordContext } from '../../../shared/pronunciation/word-context.ts'
import * as classes from './word-classes.ts'

export type PartOfSpeech = 'noun' | 'verb'

/** How many words back a determiner may stand for a word to belong to its noun phrase. */
const REACH = 3

/**
 * Guesses from its neighbours whether a word that can be both is a verb, or a noun or adjective; undefined when they
 * do not tell. The surest signs come first.
 */
export function partOfSpeech(context: WordContext): PartOfSpeech | undefined {
  const before = wordBeforeAdverbs(context)
  if (isThirdPerson(context.word) ? classes.SINGULAR_SUBJECTS.has(before) : takesBareVerb(context))
    return 'verb'
  if (opensNounPhrase(context.before())) return 'noun'
  if (classes.BEGINS_OBJECT.has(context.after())) return 'verb'
  if (classes.RELATIVES.has(before)) return 'noun'
  if (!isThirdPerson(context.word) && classes.looksPlural(context.before())) return 'verb'
  return belongsToNounPhrase(context) ? 'noun' : undefined
}

/** Whether a word is an -s form: a plural noun or a verb's third person. */
function isThirdPerson(word: string): boolean {
  return /[^s]s$/.test(word)
}

/** Whether what stands before takes the bare form of a verb: "to", an auxiliary, a subject, "let them". */
export function takesBareVerb(context: WordContext): boolean {
  const before = wordBeforeAdverbs(context)
  if (classes.BEFORE_VERB.has(before) || classes.PLURAL_SUBJECTS.has(before)) return true
  if (/(?:n't|'ll|'d)$/.test(before) && !classes.BE.has(before) && !classes.HAVE.has(before)) return true
  return classes.OBJECTS.has(context.before()) && classes.CAUSATIVES.has(context.before(2))
}

/** Whether a word is followed by a noun or adjective: a determiner, a number, a preposition, an adjective. */
export function opensNounPhrase(before: string): boolean {
  return (
    classes.DETERMINERS.has(before) ||
    classes.NUMBERS.has(before) ||
    classes.PREPOSITIONS.has(before) ||
    classes.BE.has(before) ||
    classes.HAVE.has(before) ||
    classes.LINKING.has(before) ||
    classes.isPossessive(before) ||
    classes.looksAdjectival(before)
  )
}

/** Whether a determiner stands shortly before ("a very big upset"). */
export function belongsToNounPhrase(context: WordContext): boolean {
  let distance = 0
  for (const word of context.clauseBefore()) {
    if (++distance > REACH || classes.ENDS_NOUN_PHRASE.has(word)) return false
    if (classes.DETERMINERS.has(word) || classes.isPossessive(word)) return true
  }
  return false
}

/** The nearest word before that is not an adverb ("I never read"). */
export function wordBeforeAdverbs(context: WordContext): string {
  let n = 1
  while (classes.ADVERBS.has(context.before(n)) || /[a-z]{2}ly$/.test(context.before(n))) n++
  return context.before(n)
}
