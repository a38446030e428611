/** One written word of the transcript and what is said for it. */
export interface Word {
  /** As written, punctuation included ("$5.20,", "Dr."): what word timestamps echo. */
  readonly written: string
  /**
   * What is said: lower-case words ("five", "dollars") and single capitals for letter names ("F", "B", "I"). May be
   * empty. A pause mark stands between two of them where the written word has one inside ("cat—which", "555-0199").
   */
  readonly spoken: readonly string[]
  /**
   * How it is said in IPA, where a tag or a dictionary gives that: for each of `spoken`, undefined for what is pronounced
   * as ever. Absent when all of it is.
   */
  readonly phones?: readonly (string | undefined)[]
  /** Which of `spoken` are characters that are dictated one by one ("A7B9K2"). Absent when none is. */
  readonly dictated?: readonly boolean[]
}

/** A punctuation mark that the voice model knows: each carries a pause and a melody. */
export type Pause = ',' | ';' | ':' | '.' | '?' | '!'

export type Token = Word | Pause

/** How strongly a mark divides. */
const STRENGTH: Readonly<Record<Pause, number>> = { ',': 0, ';': 1, ':': 1, '.': 2, '!': 3, '?': 4 }

/** Whether a mark divides more strongly than another: of marks in a row the strongest is kept. */
export function isStronger(mark: Pause, other: Pause): boolean {
  return STRENGTH[mark] > STRENGTH[other]
}

/** Whether a mark ends a sentence, and not only a clause of it. */
export function endsSentence(mark: Pause): boolean {
  return STRENGTH[mark] >= STRENGTH['.']
}

/** Whether something that is said is the name of a letter. */
export function isLetter(spoken: string): boolean {
  return /^\p{Lu}$/u.test(spoken)
}

/** Whether something that is said is a pause mark. */
export function isPause(spoken: string): spoken is Pause {
  return /^[,;:.?!]$/.test(spoken)
}
