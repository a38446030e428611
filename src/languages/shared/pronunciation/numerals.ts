import type { PhoneInventory, Phones } from './phone-inventory.ts'

/** What the long numerals of a language are joined from, in IPA. */
export interface NumeralParts {
  /** The words of numbers, one of which begins a numeral ("zwei", "hundert"). */
  readonly numbers: Readonly<Record<string, string>>
  /** What stands between them ("und"). */
  readonly links: Readonly<Record<string, string>>
  /** The endings of ordinals. */
  readonly endings: Readonly<Record<string, string>>
}

/**
 * Reads numerals of several parts ("zweihundertneunundvierzig"), of which there are more than a letter-to-sound model can
 * learn, by their parts.
 */
export class Numerals {
  readonly #phones: ReadonlyMap<string, Phones>
  readonly #part: RegExp
  readonly #parts: NumeralParts

  constructor(parts: NumeralParts, inventory: PhoneInventory) {
    const all = { ...parts.numbers, ...parts.links, ...parts.endings }
    const longestFirst = Object.keys(all).toSorted((one, other) => other.length - one.length)
    this.#phones = new Map(Object.entries(all).map(([part, ipa]) => [part, inventory.parse(ipa)]))
    this.#part = new RegExp(longestFirst.join('|'), 'y')
    this.#parts = parts
  }

  /** The phones of a numeral, or undefined for any other word. */
  read(word: string): Phones | undefined {
    const parts: string[] = []
    this.#part.lastIndex = 0
    for (let at = 0; at < word.length; at = this.#part.lastIndex) {
      const part = this.#part.exec(word)?.[0]
      if (part === undefined || !this.#mayStand(part, at, this.#part.lastIndex === word.length))
        return undefined
      parts.push(part)
    }
    return parts.length === 0 ? undefined : this.#joined(parts)
  }

  /** A number begins a numeral, and an ending ends it. */
  #mayStand(part: string, at: number, isLast: boolean): boolean {
    const { numbers, endings } = this.#parts
    return Object.hasOwn(numbers, part) || (at > 0 && Object.hasOwn(endings, part) === isLast)
  }

  #joined(parts: readonly string[]): Phones {
    return Uint8Array.from(parts.flatMap((part) => [...this.#phones.get(part)!]))
  }
}
