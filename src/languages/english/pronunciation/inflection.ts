import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'

/** Regular English endings. Their phones depend on the last phone of the stem. */
export class Inflection {
  readonly #sibilants: ReadonlySet<number>
  readonly #voiceless: ReadonlySet<number>
  readonly #alveolarStops: ReadonlySet<number>
  readonly #ax: number
  readonly #d: number
  readonly #s: number
  readonly #t: number
  readonly #z: number

  constructor(inventory: PhoneInventory) {
    const [ax, d, s, t, z] = parseArpabet('ax d s t z', inventory)
    this.#sibilants = new Set(parseArpabet('s z sh zh ch jh', inventory))
    this.#voiceless = new Set(parseArpabet('p t k f th s sh ch', inventory))
    this.#alveolarStops = new Set(parseArpabet('t d', inventory))
    this.#ax = ax!
    this.#d = d!
    this.#s = s!
    this.#t = t!
    this.#z = z!
  }

  /** Adds the ending of plurals, possessives and third persons: "cats", "dogs", "houses". */
  s(stem: Phones): Phones {
    if (this.#sibilants.has(stem.at(-1)!)) return append(stem, this.#ax, this.#z)
    return append(stem, this.#voiceless.has(stem.at(-1)!) ? this.#s : this.#z)
  }

  /** Adds the ending of regular past forms: "walked", "called", "wanted". */
  ed(stem: Phones): Phones {
    return this.#voiceless.has(stem.at(-1)!) && !this.#alveolarStops.has(stem.at(-1)!)
      ? append(stem, this.#t)
      : this.d(stem)
  }

  /** Adds "had" or "would": "Anna'd", "that'd". */
  d(stem: Phones): Phones {
    return this.#alveolarStops.has(stem.at(-1)!) ? append(stem, this.#ax, this.#d) : append(stem, this.#d)
  }
}

function append(stem: Phones, ...ending: number[]): Phones {
  return Uint8Array.of(...stem, ...ending)
}
