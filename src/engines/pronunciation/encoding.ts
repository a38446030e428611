import type { PhoneInventory, Phones } from '../../languages/shared/pronunciation/phone-inventory.ts'
import { isStronger, type Pause } from '../../languages/shared/text/token.ts'

/** Token positions, half open. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Where a written word is said; from and to are equal when nothing is said for it. */
export interface WordSpan extends Span {
  readonly written: string
  /** What is said for it, without what cannot be said. */
  readonly said: readonly SpokenSpan[]
}

/** Where a spoken word is said. A separator stands in it before a clitic. */
export interface SpokenSpan extends Span {
  readonly spoken: string
  /** Whether it is a character that is dictated. */
  readonly isDictated: boolean
}

/** What the voice model is given for a segment. */
export interface Encoding {
  /** Token ids: "^", phones with " " between words and punctuation for the pauses, the last one a pause. */
  readonly ids: Int32Array
  /** Where each written word lies in `ids`, in order, without the separators around it. */
  readonly words: readonly WordSpan[]
}

/** A word that is said for a written one, with its phones: more than one list where a clitic is a word of its own. */
export interface SpokenPhones {
  readonly spoken: string
  readonly isDictated: boolean
  readonly phones: readonly Phones[]
}

/** Writes an encoding from left to right. */
export class EncodingWriter {
  readonly #inventory: PhoneInventory
  readonly #ids: number[]
  readonly #words: WordSpan[] = []
  #last: 'start' | 'phones' | Pause = 'start'

  constructor(inventory: PhoneInventory) {
    this.#inventory = inventory
    this.#ids = [inventory.id('^')]
  }

  /**
   * @param parts what is said for the word, with a separator between, and the pauses inside it; none or empty phones say
   *   nothing
   */
  word(written: string, parts: readonly (SpokenPhones | Pause)[]): void {
    const said: SpokenSpan[] = []
    for (const part of parts) {
      if (typeof part === 'string') this.pause(part)
      else {
        const from = this.#write(part.phones)
        const { spoken, isDictated } = part
        if (from !== undefined) said.push({ spoken, isDictated, from, to: this.#ids.length })
      }
    }
    const to = this.#ids.length
    this.#words.push({ written, from: said[0]?.from ?? to, to, said })
  }

  /** Writes phones, and returns where they begin; undefined when there are none. */
  #write(parts: readonly Phones[]): number | undefined {
    let from: number | undefined
    for (const phones of parts) {
      if (phones.length === 0) continue
      if (this.#last === 'phones') this.#ids.push(this.#inventory.id(' '))
      from ??= this.#ids.length
      for (const id of phones) this.#ids.push(id)
      this.#last = 'phones'
    }
    return from
  }

  /** A pause before the first word is left out: the segment begins with silence anyway. */
  pause(pause: Pause): void {
    if (this.#last === 'start') return
    if (this.#last !== 'phones') {
      if (!isStronger(pause, this.#last)) return
      this.#ids.pop()
    }
    this.#ids.push(this.#inventory.id(pause))
    this.#last = pause
  }

  end(): Encoding {
    if (this.#last === 'start' || this.#last === 'phones') this.#ids.push(this.#inventory.id('.'))
    return { ids: Int32Array.from(this.#ids), words: this.#words }
  }
}
