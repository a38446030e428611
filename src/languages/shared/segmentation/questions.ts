import { endsSentence, isPause, type Token } from '../text/token.ts'
import { type ChoiceRules, type Opening, offersChoice } from './choices.ts'

/** How a language asks. Words are in small letters. */
export interface QuestionRules {
  /** Words that ask for more than yes or no: "what", "how". */
  readonly words: ReadonlySet<string>
  /** Verbs that open a question of yes or no: "is", "would". */
  readonly verbs: ReadonlySet<string>
  /** Words that may come before either: "and what", "at which". */
  readonly leadIns: ReadonlySet<string>
  /** Words right behind a question word that asks for nothing with them: "when you land", "how about". */
  readonly followers: ReadonlySet<string>
  /** Words that ask for yes or no behind a sentence: "right", "okay". */
  readonly tags: ReadonlySet<string>
  /** What somebody may have, and so asks for yes or no before a question: "any idea, when". */
  readonly guesses: ReadonlySet<string>
  /** Question words that go on about what is said before: "the card, which ends in 4821"; left out where there are none. */
  readonly relatives?: ReadonlySet<string>
  /** Question words that alone only show surprise before another clause: "was, wirklich"; left out where there are none. */
  readonly surprise?: ReadonlySet<string>
  /** How it offers a choice; left out where that sounds like asking for yes or no. */
  readonly choices?: ChoiceRules
  /** How a question of yes or no opens that is one without its mark, too ("Is that right."); left out where none is known. */
  readonly unmarked?: readonly UnmarkedQuestion[]
}

/** Verbs that open a question before certain words, where a statement or a request hardly ever has them. */
export interface UnmarkedQuestion {
  readonly verbs: ReadonlySet<string>
  readonly subjects: ReadonlySet<string>
}

/** Words of the longest clause that asks for a guess. */
const MAX_GUESS_LENGTH = 3

/** Words of the shortest question that needs no mark: others are tags ("It is late, is it."). */
const MIN_UNMARKED_LENGTH = 3

/** What is joined to a word: "what's", "you're". */
const CONTRACTED = /'(?:s|re|d|ll|ve)$/

/**
 * Puts a "?" where a question rises, and a full stop where it falls: the voice model rises at every "?". People do so where they
 * ask for yes or no ("Is that right?"), and mostly fall where they ask for more ("What time is it?"). Many write no mark after
 * the former ("Is that right.").
 *
 * @param before what was said before the tokens, which may have begun their sentence
 */
export function withQuestionMarks(
  tokens: readonly Token[],
  { questions }: { readonly questions: QuestionRules },
  before: readonly Token[] = [],
): Token[] {
  let clauses: string[][] = [[]]
  const marked = [...before, ...tokens].map((token) => {
    if (typeof token !== 'string') {
      for (const spoken of token.spoken) {
        if (isPause(spoken)) clauses.push([])
        else clauses.at(-1)!.push(spoken)
      }
      return token
    }
    if (!endsSentence(token)) {
      clauses.push([])
      return token
    }
    const asked = clauses.filter((clause) => clause.length > 0)
    clauses = [[]]
    if (token === '.')
      return isUnmarked(asked.at(-1) ?? [], questions) && !falls(asked, questions) ? '?' : token
    return token === '?' && falls(asked, questions) ? '.' : token
  })
  return marked.slice(before.length)
}

/**
 * Whether a question falls, by the clauses of its sentence: it offers a choice, or asks for more than yes or no and not
 * for that.
 */
function falls(clauses: readonly string[][], rules: QuestionRules): boolean {
  const { words, verbs, leadIns, followers, tags, guesses, relatives, surprise, choices } = rules
  if (clauses.length > 1 && clauses.at(-1)!.every((word) => tags.has(word))) return false
  const openings = clauses.map((clause) => openingOf(clause, leadIns))
  const asksForMore = openings.some(({ word, next, length }, index) => {
    const before = openings[index - 1]
    if (relatives?.has(word) && (states(before) || suggests(before))) return false
    if (surprise?.has(word) && length === 1 && openings.length === 2 && index === 0) return false
    return words.has(word) ? !followers.has(withoutContraction(next)) : words.has(withoutContraction(word))
  })
  if (clauses.some(asksForGuess)) return false
  const asksWhether = openings.find(({ word }) => verbs.has(word))
  if (asksForMore && !asksWhether) return true
  return choices !== undefined && offersChoice(clauses.flat(), openings[0]!, asksWhether, choices, verbs)

  function asksForGuess(clause: readonly string[]): boolean {
    return clause.length <= MAX_GUESS_LENGTH && clause.some((word) => guesses.has(word))
  }

  /** Whether a clause says something, which the next one may go on about: "so you fly on Friday". */
  function states(clause: { word: string; length: number } | undefined): boolean {
    return clause !== undefined && clause.length > 2 && followers.has(withoutContraction(clause.word))
  }

  /** Whether a clause suggests something, which the next one may go on about: "how about the Harbor Inn". */
  function suggests(clause: Opening | undefined): boolean {
    return clause !== undefined && words.has(clause.word) && followers.has(clause.next)
  }
}

/** Whether a clause asks for yes or no by its first words. */
function isUnmarked(clause: readonly string[], { leadIns, unmarked }: QuestionRules): boolean {
  const { word, next, length } = openingOf(clause, leadIns)
  if (length < MIN_UNMARKED_LENGTH) return false
  return unmarked?.some(({ verbs, subjects }) => verbs.has(word) && subjects.has(next)) ?? false
}

/** How a clause opens, after "and", "so" and the like, and how many words it has from there. */
function openingOf(clause: readonly string[], leadIns: ReadonlySet<string>): Opening & { length: number } {
  const at = clause.findIndex((word) => !leadIns.has(word))
  return { word: clause[at] ?? '', next: clause[at + 1] ?? '', length: clause.length - at }
}

function withoutContraction(word: string): string {
  return word.replace(CONTRACTED, '')
}
