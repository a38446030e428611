import { isPause, type Token } from '../text/token.ts'

/** How a language asks. Words are in small letters. */
export interface QuestionRules {
  /** Words that ask for more than yes or no: "what", "how". */
  readonly words: ReadonlySet<string>
  /** Verbs that open a question of yes or no: "is", "would". */
  readonly verbs: ReadonlySet<string>
  /** Words that may come before either: "and what", "at which". */
  readonly leadIns: ReadonlySet<string>
}

/** What is joined to a word: "what's", "how'd". */
const CONTRACTED = /'(?:s|re|d|ll|ve)$/

/**
 * Puts a full stop where a question falls. The voice model rises at every "?". People do so where they ask for yes or no
 * ("Is that right?"), and mostly fall where they ask for more ("What time is it?").
 */
export function withFallingQuestions(
  tokens: readonly Token[],
  { questions }: { readonly questions: QuestionRules },
): Token[] {
  let clauses: string[][] = [[]]
  return tokens.map((token) => {
    if (typeof token !== 'string') {
      for (const spoken of token.spoken) {
        if (isPause(spoken)) clauses.push([])
        else clauses.at(-1)!.push(spoken)
      }
      return token
    }
    const asked = clauses.filter((clause) => clause.length > 0)
    clauses = '.?!'.includes(token) ? [[]] : [...clauses, []]
    return token === '?' && falls(asked, questions) ? '.' : token
  })
}

/** Whether a question falls, by the words of its clauses: "Where to, Paris or Rome?" does, "When you land, will you call?" does not. */
function falls(clauses: readonly string[][], { words, verbs, leadIns }: QuestionRules): boolean {
  const opens = (clause: readonly string[] | undefined, set: ReadonlySet<string>) => {
    const word = clause?.find((each) => !leadIns.has(each)) ?? ''
    return set.has(word) || set.has(word.replace(CONTRACTED, ''))
  }
  const last = clauses.at(-1)
  return !opens(last, verbs) && (opens(last, words) || opens(clauses[0], words))
}
