import type { Phones, TokenTable } from '../../shared/pronunciation/phone-inventory.ts'

/** English endings by sound: what is added depends on the last phone of the stem. */
export class Inflection {
  readonly #sibilants: ReadonlySet<number>
  readonly #voiceless: ReadonlySet<number>
  readonly #alveolarStops: ReadonlySet<number>
  readonly #ax: number
  readonly #d: number
  readonly #s: number
  readonly #t: number
  readonly #z: number

  constructor(tokens: TokenTable) {
    const [ax, d, s, t, z] = tokens.arpabet('ax d s t z')
    this.#sibilants = new Set(tokens.arpabet('s z sh zh ch jh'))
    this.#voiceless = new Set(tokens.arpabet('p t k f th s sh ch'))
    this.#alveolarStops = new Set(tokens.arpabet('t d'))
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
