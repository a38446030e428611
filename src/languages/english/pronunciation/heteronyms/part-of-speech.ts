import type { WordContext } from '../../../shared/pronunciation/word-context.ts'
import { isPause } from '../../../shared/text/token.ts'
import * as classes from './word-classes.ts'

export type PartOfSpeech = 'noun' | 'verb'

/** The greatest distance, in words, between a determiner and its noun. */
const MAX_DISTANCE = 3

/**
 * Guesses from the neighbours whether a word is a verb, or a noun or adjective. Undefined if they do not decide. The
 * most reliable rules come first.
 */
export function partOfSpeech(context: WordContext): PartOfSpeech | undefined {
  if (context.after() === 'of' || followsPreposition(context) || isPartOfPhrase(context)) return 'noun'
  return isThirdPerson(context.word) ? partOfSForm(context) : partOfBareForm(context)
}

/** For a singular noun, an adjective or the bare form of a verb. */
function partOfBareForm(context: WordContext): PartOfSpeech | undefined {
  const before = context.before()
  const beginsObject = classes.BEGINS_OBJECT.has(context.after())
  if (takesBareVerb(context) || isCoordinatedVerb(context)) return 'verb'
  if (classes.PLURAL_DETERMINERS.has(before) && beginsObject) return 'verb'
  if (opensNounPhrase(before)) return 'noun'
  if (beginsObject || classes.VERB_PHRASES.has(`${context.word} ${context.after()}`)) return 'verb'
  if (classes.RELATIVES.has(before)) {
    return isPluralSubject(context.before(2), context.before(3)) && !endsNounPhrase(context) ? 'verb' : 'noun'
  }
  if (isPartOfCompound(context)) return 'noun'
  if (isPluralSubject(wordBeforeAdverbs(context), context.before(2))) return 'verb'
  if (followsSubjectOfBareVerb(context)) return beginsNounPhrase(context.after()) ? 'verb' : undefined
  return belongsToNounPhrase(context) || followsWordOfPhrase(context) ? 'noun' : undefined
}

/** For a plural noun or a verb's third person. */
function partOfSForm(context: WordContext): PartOfSpeech | undefined {
  const before = context.before()
  if (classes.SINGULAR_SUBJECTS.has(wordBeforeAdverbs(context))) return 'verb'
  if (before === 'to' || opensNounPhrase(before)) return 'noun'
  if (classes.BEGINS_OBJECT.has(context.after())) return 'verb'
  if (classes.RELATIVES.has(before)) {
    return beginsNounPhrase(context.after()) && !classes.looksPlural(context.before(2)) ? 'verb' : undefined
  }
  const belongs = belongsToNounPhrase(context)
  if (endsCondition(context) || (belongs && beginsNounPhrase(context.after()))) return 'verb'
  if (isPartOfCompound(context)) return 'noun'
  return belongs && endsNounPhrase(context) ? 'noun' : undefined
}

/** Whether a word is the third one of a condition, which lacks a verb without it: "if the rate increases, we tell you". */
function endsCondition(context: WordContext): boolean {
  if (!context.endsClause || !classes.DETERMINERS.has(context.before(2))) return false
  return /^(?:if|when|whenever|unless|once)$/.test(context.before(3))
}

/** Whether a word is never a verb before the next one: "subject to", "graduate school". */
function isPartOfPhrase(context: WordContext): boolean {
  return classes.PHRASES.has(`${context.word} ${context.after()}`)
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

/** Whether the words before take the bare form of a verb: "to", an auxiliary, a subject, "let them", "does it". */
export function takesBareVerb(context: WordContext): boolean {
  const offersChoice = /^(?:either|both)$/.test(context.before()) && context.before(2) !== 'to'
  const before = offersChoice ? context.before(2) : wordBeforeAdverbs(context)
  if (classes.BEFORE_VERB.has(before) || classes.PLURAL_SUBJECTS.has(before)) return true
  if (context.before() === 'better' && /'d$|^had$/.test(context.before(2))) return true // "you'd better use it"
  if (before === 'than' && context.before(2) === 'rather' && !endsNounPhrase(context)) return true
  if (/(?:n't|'ll|'d)$/.test(before) && !classes.BE.has(before) && !classes.HAVE.has(before)) return true
  if (classes.AUXILIARIES.has(context.before(2)) && isPronounSubject(context)) return true
  return classes.OBJECTS.has(context.before()) && classes.CAUSATIVES.has(context.before(2))
}

/** Whether the word before is a pronoun as a subject ("it"), which "this" and "that" are before an object ("does this use your"). */
function isPronounSubject(context: WordContext): boolean {
  const before = context.before()
  if (classes.SINGULAR_SUBJECTS.has(before)) return true
  return /^(?:this|that)$/.test(before) && classes.BEGINS_OBJECT.has(context.after())
}

/** Whether a word follows a "to" that is no part of a verb: "due to abuse", "low to moderate". */
function followsPreposition(context: WordContext): boolean {
  if (context.before() !== 'to' || !classes.BEFORE_PREPOSITION_TO.has(context.before(2))) return false
  return !classes.BEGINS_OBJECT.has(context.after())
}

/** Whether a word is the second of two verbs: "to record and document calls". */
function isCoordinatedVerb(context: WordContext): boolean {
  if (!classes.COORDINATORS.has(context.before())) return false
  return classes.BEFORE_VERB.has(context.before(3)) || classes.PLURAL_SUBJECTS.has(context.before(3))
}

/** Whether a word is probably a plural noun ("customers"), and not the verb of a subject ("it offers"). */
function isPluralSubject(word: string, before: string): boolean {
  return classes.looksPlural(word) && !classes.SINGULAR_SUBJECTS.has(before)
}

/**
 * Whether a subject is before the word, and before that a word that takes the bare form: "does the app use", "help your
 * team produce".
 */
function followsSubjectOfBareVerb(context: WordContext): boolean {
  let distance = 0
  let first = ''
  for (const word of context.clauseBefore()) {
    const opensClause = /^[,;:.?!]?$/.test(context.before(distance + 2))
    if (classes.AUXILIARIES.has(word) && (opensClause || classes.DETERMINERS.has(first))) return distance > 0
    if (classes.HELPING.has(word) && classes.DETERMINERS.has(first)) {
      return distance > 1 && beginsNounPhrase(context.after())
    }
    const isPronoun = classes.PLURAL_SUBJECTS.has(word) || classes.SINGULAR_SUBJECTS.has(word)
    if (++distance > MAX_DISTANCE || isPronoun || classes.ENDS_NOUN_PHRASE.has(word)) return false
    first = word
  }
  return false
}

/**
 * Whether a word can begin a noun phrase, as an object does: a determiner, number, adjective or plural noun. Adjectives in
 * -able also follow their noun ("software updates available").
 */
function beginsNounPhrase(word: string): boolean {
  return (
    classes.BEGINS_OBJECT.has(word) ||
    classes.DETERMINERS.has(word) ||
    classes.NUMBERS.has(word) ||
    (classes.looksAdjectival(word) && !/[ai]ble$/.test(word)) ||
    classes.looksPlural(word)
  )
}

/** Whether a word is inside a phrase, so that it cannot be a bare verb ("village refuse", "disorderly conduct"). */
function followsWordOfPhrase(context: WordContext): boolean {
  const before = context.before()
  if (before === '' || isPause(before) || isAdverb(before)) return false
  return !classes.ENDS_NOUN_PHRASE.has(before) && context.before(2) !== 'and'
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
  while (isAdverb(context.before(n))) n++
  return context.before(n)
}

function isAdverb(word: string): boolean {
  return classes.ADVERBS.has(word) || /[a-z]{2}ly$/.test(word)
}
