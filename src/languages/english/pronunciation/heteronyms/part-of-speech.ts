import type { WordContext } from '../../../shared/pronunciation/word-context.ts'
import * as classes from './word-classes.ts'

export type PartOfSpeech = 'noun' | 'verb'

/** The greatest distance, in words, between a determiner and its noun. */
const MAX_DISTANCE = 3

/**
 * Guesses from the neighbours whether a word is a verb, or a noun or adjective. Undefined if they do not decide. The
 * most reliable rules come first.
 */
export function partOfSpeech(context: WordContext): PartOfSpeech | undefined {
  const before = wordBeforeAdverbs(context)
  if (context.after() === 'of') return 'noun'
  if (isThirdPerson(context.word) ? classes.SINGULAR_SUBJECTS.has(before) : takesBareVerb(context))
    return 'verb'
  if (opensNounPhrase(context.before())) return 'noun'
  if (context.word === 'alternate' && /^(?:between|with)$/.test(context.after())) return 'verb'
  if (classes.BEGINS_OBJECT.has(context.after())) return 'verb'
  if (classes.RELATIVES.has(before)) return 'noun'
  if (!isThirdPerson(context.word) && classes.looksPlural(context.before())) return 'verb'
  return belongsToNounPhrase(context) || isPartOfCompound(context) ? 'noun' : undefined
}

/** Whether a word is a noun beside other nouns ("data use", "GPS coordinates", "permit number") or a subject ("produce is"). */
function isPartOfCompound(context: WordContext): boolean {
  const before = context.before()
  if (classes.ATTRIBUTIVE_NOUNS.has(before) || classes.FINITE_BE.has(context.after())) return true
  if (isThirdPerson(context.word) && classes.RECIPIENTS.has(before)) return true
  if (/^[b-hj-z]$/.test(before)) return endsNounPhrase(context)
  return classes.COMPOUNDS.has(`${context.word} ${context.after()}`)
}

/** Whether a word is the last one of a noun phrase by what follows. */
export function endsNounPhrase(context: WordContext): boolean {
  return context.endsClause || classes.ENDS_NOUN_PHRASE.has(context.after())
}

/** Whether a word is an -s form: a plural noun or a verb's third person. */
function isThirdPerson(word: string): boolean {
  return /[^s]s$/.test(word)
}

/** Whether the words before take the bare form of a verb: "to", an auxiliary, a subject, "let them". */
export function takesBareVerb(context: WordContext): boolean {
  const before = wordBeforeAdverbs(context)
  if (classes.BEFORE_VERB.has(before) || classes.PLURAL_SUBJECTS.has(before)) return true
  if (context.before() === 'better' && /'d$|^had$/.test(context.before(2))) return true // "you'd better use it"
  if (/(?:n't|'ll|'d)$/.test(before) && !classes.BE.has(before) && !classes.HAVE.has(before)) return true
  return classes.OBJECTS.has(context.before()) && classes.CAUSATIVES.has(context.before(2))
}

/** Whether a word precedes a noun or adjective: a determiner, number, preposition, adjective or linking verb. */
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

/** Whether a determiner or possessive is at most {@link MAX_DISTANCE} words back ("a very big upset"). */
export function belongsToNounPhrase(context: WordContext): boolean {
  let distance = 0
  for (const word of context.clauseBefore()) {
    if (++distance > MAX_DISTANCE || classes.ENDS_NOUN_PHRASE.has(word)) return false
    if (classes.DETERMINERS.has(word) || classes.isPossessive(word)) return true
  }
  return false
}

/** The nearest preceding word that is not an adverb ("I never read"). */
export function wordBeforeAdverbs(context: WordContext): string {
  let n = 1
  while (classes.ADVERBS.has(context.before(n)) || /[a-z]{2}ly$/.test(context.before(n))) n++
  return context.before(n)
}
