import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'
import { FIRST_PARTS, LAST_PARTS } from './compounds.ts'
import { Inflection } from './inflection.ts'

/**
 * Regular suffixes and prefixes with their phones. Each one predicts dictionary words from the other dictionary words
 * more accurately than the letter-to-sound model does. Suffixes that move the stress ("-ity", "-ic") are left out, and
 * so are prefixes that look like the start of other words ("de-").
 */
const SUFFIXES: readonly (readonly [letters: string, phones: string])[] = [
  ['ings', 'ih0 ng z'],
  ['ing', 'ih0 ng'],
  ['ers', 'er0 z'],
  ['er', 'er0'],
  ['able', 'ax b ax l'],
  ['ish', 'ih0 sh'],
  ['ist', 'ih0 s t'],
  ['ness', 'n ax s'],
  ['less', 'l ax s'],
  ['ful', 'f ax l'],
  ['ment', 'm ax n t'],
  ['like', 'l ay1 k'],
  ['hood', 'hh uh1 d'],
  ['man', 'm ax n'],
  ['ly', 'l iy0'],
]
const PREFIXES: readonly (readonly [letters: string, phones: string])[] = [
  ['un', 'ah1 n'],
  ['re', 'r iy0'],
  ['non', 'n aa1 n'],
  ['out', 'aw1 t'],
  ['over', 'ow1 v er0'],
  ['mega', 'm eh1 g ax'],
  ['nano', 'n ae1 n ow0'],
  ['under', 'ah1 n d er0'],
  ['crypto', 'k r ih1 p t ow0'],
  ['cyber', 's ay1 b er0'],
  ['hyper', 'hh ay1 p er0'],
  ['inter', 'ih1 n t er0'],
  ['micro', 'm ay1 k r ow0'],
  ['super', 's uw1 p er0'],
  ['ultra', 'ah1 l t r ax'],
]
/** The fewest letters of a stem. Shorter stems match by chance. */
const MIN_STEM = 3
const MIN_STEM_AFTER_PREFIX = 4
/** The depth of the recursion: the most affixes that are removed ("un-follow-er-s"). It bounds the work. */
const DEPTH = 3
/** Longer strings are not derived, because they are not words. */
const MAX_LENGTH = 40

/** Derives the phones of regular words that the dictionary lacks from words that it has. */
export class Derivation {
  readonly #lookup: (word: string) => Phones | undefined
  readonly #inventory: PhoneInventory
  readonly #inflection: Inflection

  constructor(lookup: (word: string) => Phones | undefined, inventory: PhoneInventory) {
    this.#lookup = lookup
    this.#inventory = inventory
    this.#inflection = new Inflection(inventory)
  }

  /** The phones of a lower-case word; undefined if it cannot be derived from known words. */
  derive(word: string): Phones | undefined {
    return word.length > MAX_LENGTH ? undefined : this.#derive(word, DEPTH)
  }

  #known(word: string, depth: number): Phones | undefined {
    return this.#lookup(word) ?? this.#derive(word, depth - 1)
  }

  #derive(word: string, depth: number): Phones | undefined {
    if (depth === 0) return undefined
    if (word.includes("'")) return this.#contraction(word, depth)
    return (
      this.#withoutApostrophe(word) ??
      this.#inflected(word, depth) ??
      this.#suffixed(word, depth) ??
      this.#prefixed(word, depth) ??
      this.#compound(word)
    )
  }

  #contraction(word: string, depth: number): Phones | undefined {
    const [stem, ending] = splitAt(word, word.lastIndexOf("'"))
    if (stem === '') return this.#known(ending.slice(1), depth)
    const dropsG = ending === "'" && stem.endsWith('in')
    const phones = this.#known(dropsG ? `${stem}g` : stem, depth)
    if (phones === undefined) return undefined
    if (dropsG) return Uint8Array.of(...phones.subarray(0, -1), this.#inventory.id('n'))
    switch (ending) {
      case "'":
        return phones
      case "'s":
        return this.#inflection.s(phones)
      case "'d":
        return this.#inflection.d(phones)
      case "'ll":
        return this.#append(phones, 'ax l')
      case "'ve":
        return this.#append(phones, 'ax v')
      case "'re":
        return this.#append(phones, 'er0')
      default:
        return undefined
    }
  }

  /** Reads "didnt" as "didn't". */
  #withoutApostrophe(word: string): Phones | undefined {
    return word.endsWith('nt') ? this.#lookup(`${word.slice(0, -1)}'t`) : undefined
  }

  #inflected(word: string, depth: number): Phones | undefined {
    const stem = (stems: readonly string[]) => this.#first(stems, depth)
    if (word.endsWith('ed')) {
      const phones = stem(stemsBeforeVowel(word.slice(0, -2)))
      if (phones) return this.#inflection.ed(phones)
    }
    if (/[^su]s$/.test(word)) {
      const phones = stem(singulars(word))
      if (phones) return this.#inflection.s(phones)
    }
    return undefined
  }

  #suffixed(word: string, depth: number): Phones | undefined {
    for (const [suffix, sound] of SUFFIXES) {
      if (!word.endsWith(suffix)) continue
      const base = word.slice(0, -suffix.length)
      const phones = this.#first(/^[aei]/.test(suffix) ? stemsBeforeVowel(base) : [base], depth)
      if (phones) return this.#append(phones, sound)
    }
    return undefined
  }

  #prefixed(word: string, depth: number): Phones | undefined {
    for (const [prefix, sound] of PREFIXES) {
      const stem = word.slice(prefix.length)
      if (!word.startsWith(prefix) || stem.length < MIN_STEM_AFTER_PREFIX) continue
      const phones = this.#known(stem, depth)
      if (phones) return Uint8Array.of(...parseArpabet(sound, this.#inventory), ...phones)
    }
    return undefined
  }

  #compound(word: string): Phones | undefined {
    for (let cut = MIN_STEM; cut <= word.length - MIN_STEM; cut++) {
      const [first, last] = splitAt(word, cut)
      if (!FIRST_PARTS.has(first) && !LAST_PARTS.has(last)) continue
      const beginning = this.#lookup(first)
      const end = this.#lookup(last)
      if (beginning && end) return Uint8Array.of(...beginning, ...end)
    }
    return undefined
  }

  #first(stems: readonly string[], depth: number): Phones | undefined {
    for (const stem of stems) {
      const phones = stem.length < MIN_STEM ? undefined : this.#known(stem, depth)
      if (phones) return phones
    }
    return undefined
  }

  #append(stem: Phones, ending: string): Phones {
    return Uint8Array.of(...stem, ...parseArpabet(ending, this.#inventory))
  }
}

function splitAt(word: string, cut: number): [string, string] {
  return [word.slice(0, cut), word.slice(cut)]
}

/**
 * Candidate stems before a suffix with a vowel: "bake" for "bak-", "call" for "call-", "plug" for "plugg-", "try" for
 * "tri-".
 */
function stemsBeforeVowel(base: string): string[] {
  const stems = /[^aeiou][aeiouy][^aeiouwxy]$/.test(base) ? [`${base}e`, base] : [base, `${base}e`]
  if (/([^aeiou])\1$/.test(base)) stems.push(base.slice(0, -1))
  if (base.endsWith('i')) stems.push(`${base.slice(0, -1)}y`)
  return stems
}

function singulars(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)]
  return /(?:s|x|z|ch|sh|o)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)]
}
