/** How a language offers a choice: "Cash or card?" Words are in small letters. */
export interface ChoiceRules {
  /** Between the choices: "or". */
  readonly or: ReadonlySet<string>
  /** Words behind it that are no other choice: "in an hour or two", "or so". */
  readonly vague: ReadonlySet<string>
  /** Words with which it is asked whether there is one at all: "any pets or children". */
  readonly indefinite: ReadonlySet<string>
  /** Who a statement is about that only sounds like a question: "you have a fever or chills". */
  readonly persons: ReadonlySet<string>
  /** How a choice has a verb; left out where only those without one are known from what asks for yes or no. */
  readonly withVerb?: VerbalChoiceRules
  /** How it is asked whether one of two is there ("is he or his wife in"), which is no choice; left out where none is known. */
  readonly presence?: PresenceRules
}

/** How it is asked whether somebody is there. */
export interface PresenceRules {
  /** Words that such a question ends with: "in", "available". */
  readonly ends: ReadonlySet<string>
  /** Words that the second one begins with: "his", "a". */
  readonly others: ReadonlySet<string>
}

/** How choices have a verb: "should I call or write". */
export interface VerbalChoiceRules {
  /** Verbs that open a choice by themselves: "should I call or write". */
  readonly deciding: ReadonlySet<string>
  /** Verbs that open one with a word of `wishes`: "would you like tea or coffee". */
  readonly wishing: ReadonlySet<string>
  readonly wishes: ReadonlySet<string>
  /** Verbs that open one, unless it is about a person ("are you hurt or injured"), where the other begins with one of `articles`. */
  readonly being: ReadonlySet<string>
  readonly articles: ReadonlySet<string>
}

/** A choice with more words has a verb, in a language of which the verbs of choices are not known. */
const MAX_VERBLESS_LENGTH = 7

/** The word that opens a clause, after "and", "so" and the like, and the one behind it. */
export interface Opening {
  readonly word: string
  readonly next: string
}

/**
 * Whether a question offers a choice, so that it falls as those do that ask for more than yes or no.
 *
 * @param question all its words
 * @param first how it opens
 * @param asked how the first clause opens that asks for yes or no, if there is one
 * @param verbs that open a question of yes or no
 */
export function offersChoice(
  question: readonly string[],
  first: Opening,
  asked: Opening | undefined,
  { or, vague, indefinite, persons, withVerb, presence }: ChoiceRules,
  verbs: ReadonlySet<string>,
): boolean {
  const others = question.filter((word, at) => at > 1 && or.has(question[at - 1]!) && !vague.has(word))
  if (others.length === 0 || question.some((word) => indefinite.has(word))) return false
  if (presence?.ends.has(question.at(-1)!) && others.some((word) => presence.others.has(word))) return false
  if (withVerb === undefined) {
    if (question.length > MAX_VERBLESS_LENGTH || question.some((word) => verbs.has(word))) return false
    return !persons.has(first.word) && !persons.has(first.next)
  }
  const { deciding, wishing, wishes, being, articles } = withVerb
  const isWish = question.some((word) => wishes.has(word))
  const isParallel = others.some((word) => articles.has(word))
  if (asked === undefined) return !persons.has(first.word) || isWish || isParallel
  if (deciding.has(asked.word) || (wishing.has(asked.word) && isWish)) return true
  return being.has(asked.word) && (!persons.has(asked.next) || isParallel)
}
