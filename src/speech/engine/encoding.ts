import type { PhoneInventory, Phones } from '../../languages/shared/pronunciation/phone-inventory.ts'
import { isStronger, type Pause } from '../../languages/shared/text/token.ts'
import type { WordSpan } from './window.ts'

/** What the voice model is given for a segment. */
export interface Encoding {
  /** Token ids: "^", phones with " " between words and punctuation for the pauses, the last one a pause. */
  readonly ids: Int32Array
  /** Where each written word lies in `ids`, in order, without the separators around it. */
  readonly words: WordSpan[]
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
   * @param parts phones of what is said for the word, with a separator between, and the pauses inside it; none or empty
   *   ones say nothing
   */
  word(written: string, parts: readonly (Phones | Pause)[]): void {
    let from: number | undefined
    for (const part of parts) {
      if (typeof part === 'string') this.pause(part)
      else if (part.length > 0) {
        if (this.#last === 'phones') this.#ids.push(this.#inventory.id(' '))
        from ??= this.#ids.length
        for (const id of part) this.#ids.push(id)
        this.#last = 'phones'
      }
    }
    this.#words.push({ written, from: from ?? this.#ids.length, to: this.#ids.length })
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
