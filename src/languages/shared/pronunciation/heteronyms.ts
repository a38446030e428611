import type { Phones } from './phone-inventory.ts'
import type { WordContext } from './word-context.ts'

/** A word that is spelled the same and said differently; `Sound` is how its phones are given. */
export interface Heteronym<Sound> {
  /** The reading when the context does not decide. */
  readonly usual: Sound
  readonly other: Sound
  /** Whether the context calls for the other reading. */
  readonly isOther: (context: WordContext) => boolean
}

/** Heteronyms by the lower-case word, phones written with spaces between. */
export type Heteronyms = Readonly<Record<string, Heteronym<string>>>

/** Reads a language's heteronyms. */
export class HeteronymReader {
  readonly #heteronyms: ReadonlyMap<string, Heteronym<Phones>>

  constructor(heteronyms: Iterable<readonly [word: string, Heteronym<Phones>]>) {
    this.#heteronyms = new Map(heteronyms)
  }

  /** The phones of a word in its context, or undefined when it is no heteronym. */
  read(context: WordContext): Phones | undefined {
    const heteronym = this.#heteronyms.get(context.word)
    if (heteronym === undefined) return undefined
    return heteronym.isOther(context) ? heteronym.other : heteronym.usual
  }
}

/** Heteronyms with their phones as tokens. Throws for phones that do not exist. */
export function parseHeteronyms(
  heteronyms: Heteronyms,
  parse: (phones: string) => Phones,
): [word: string, Heteronym<Phones>][] {
  return Object.entries(heteronyms).map(([word, { usual, other, isOther }]) => [
    word,
    { usual: parse(usual), other: parse(other), isOther },
  ])
}
