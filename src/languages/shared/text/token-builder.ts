import { isStronger, type Pause, type Token } from './token.ts'

/** Collects what is said for each written word, and the pauses after them. */
export class TokenBuilder {
  readonly #written: readonly string[]
  readonly #spoken: string[][]
  /** The phones given for each written word: undefined for a spoken word that has none. */
  readonly #phones: (string | undefined)[][]
  /** Which of the words that are spoken for each written word are dictated characters. */
  readonly #dictated: boolean[][]
  readonly #pauses: (Pause | undefined)[]
  #last = -1 // the written word that was spoken last

  constructor(written: readonly string[]) {
    this.#written = written
    this.#spoken = written.map(() => [])
    this.#phones = written.map(() => [])
    this.#dictated = written.map(() => [])
    this.#pauses = written.map(() => undefined)
  }

  /**
   * @param ipa its phones, where they are given
   * @param isDictated whether it is a character that is dictated
   */
  say(
    index: number,
    word: string,
    { ipa, isDictated = false }: { ipa?: string; isDictated?: boolean } = {},
  ): void {
    const spoken = this.#spoken[index]!
    const pause = this.#pauses[index]
    if (pause !== undefined) spoken.push(pause) // more of the same written word follows, so the pause is inside it
    this.#pauses[index] = undefined
    if (ipa !== undefined) this.#phones[index]![spoken.length] = ipa
    if (isDictated) this.#dictated[index]![spoken.length] = true
    spoken.push(word)
    this.#last = index
  }

  /** A pause after what was said last. One before anything is said is left out. */
  pause(mark: Pause): void {
    if (this.#last < 0) return
    const earlier = this.#pauses[this.#last]
    if (earlier === undefined || isStronger(mark, earlier)) this.#pauses[this.#last] = mark
  }

  /** The tokens; the last one is a pause, `ending` when none is written. */
  end(ending: Pause): Token[] {
    if (this.#written.length === 0) return []
    const final = this.#pauses[this.#last] ?? ending
    if (this.#last >= 0) this.#pauses[this.#last] = undefined
    const tokens: Token[] = []
    this.#written.forEach((written, index) => {
      const spoken = this.#spoken[index]!
      const phones = this.#phones[index]!
      const dictated = this.#dictated[index]!
      tokens.push({
        written,
        spoken,
        ...(phones.length > 0 && { phones: spoken.map((_, at) => phones[at]) }),
        ...(dictated.length > 0 && { dictated: spoken.map((_, at) => dictated[at] ?? false) }),
      })
      const pause = this.#pauses[index]
      if (pause !== undefined) tokens.push(pause)
    })
    tokens.push(final)
    return tokens
  }
}
