import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'
import { FIRST_PARTS, LAST_PARTS } from './compounds.ts'
import { NOUNS_AND_VERBS } from './heteronyms/nouns-and-verbs.ts'
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
  ['eer', 'ih1 r'],
  ['er', 'er0'],
  ['able', 'ax b ax l'],
  ['ish', 'ih0 sh'],
  ['ist', 'ih0 s t'],
  ['est', 'ax s t'],
  ['eth', 'ih0 th'],
  ['ship', 'sh ih1 p'],
  ['some', 's ax m'],
  ['dom', 'd ax m'],
  ['wards', 'w er0 d z'],
  ['ward', 'w er0 d'],
  ['ness', 'n ax s'],
  ['less', 'l ax s'],
  ['ful', 'f ax l'],
  ['ment', 'm ax n t'],
  ['like', 'l ay1 k'],
  ['hood', 'hh uh1 d'],
  ['shire', 'sh er0'],
  ['let', 'l ax t'],
  ['ism', 'ih1 z ax m'],
  ['ize', 'ay1 z'],
  ['y', 'iy0'],
  ['man', 'm ax n'],
]
const PREFIXES: readonly (readonly [letters: string, phones: string])[] = [
  ['under', 'ah1 n d er0'],
  ['un', 'ah1 n'],
  ['re', 'r iy0'],
  ['non', 'n aa1 n'],
  ['out', 'aw1 t'],
  ['over', 'ow1 v er0'],
  ['anti', 'ae1 n t iy0'],
  ['auto', 'ao1 t ow0'],
  ['mega', 'm eh1 g ax'],
  ['nano', 'n ae1 n ow0'],
  ['photo', 'f ow1 t ow0'],
  ['crypto', 'k r ih1 p t ow0'],
  ['cyber', 's ay1 b er0'],
  ['hyper', 'hh ay1 p er0'],
  ['inter', 'ih1 n t er0'],
  ['micro', 'm ay1 k r ow0'],
  ['super', 's uw1 p er0'],
  ['ultra', 'ah1 l t r ax'],
  ['counter', 'k aw1 n t er0'],
  ['electro', 'ih0 l eh1 k t r ow0'],
  ['immuno', 'ih1 m y ax n ow0'],
  ['pseudo', 's uw1 d ow0'],
  ['psycho', 's ay1 k ow0'],
  ['astro', 'ae1 s t r ow0'],
  ['extra', 'eh1 k s t r ax'],
  ['hydro', 'hh ay1 d r ow0'],
  ['intra', 'ih1 n t r ax'],
  ['macro', 'm ae1 k r ow0'],
  ['neuro', 'n uh1 r ow0'],
  ['perma', 'p er1 m ax'],
  ['radio', 'r ey1 d iy0 ow0'],
  ['retro', 'r eh1 t r ow0'],
  ['socio', 's ow1 s iy0 ow0'],
  ['demi', 'd eh1 m iy0'],
  ['mono', 'm aa1 n ow0'],
  ['poly', 'p aa1 l iy0'],
  ['post', 'p ow1 s t'],
  ['semi', 's eh1 m iy0'],
  ['tele', 't eh1 l ax'],
  ['were', 'w eh1 r'],
  ['dis', 'd ih0 s'],
  ['mis', 'm ih0 s'],
  ['pre', 'p r iy0'],
  ['sub', 's ah1 b'],
  ['bio', 'b ay1 ow0'],
  ['geo', 'jh iy1 ow0'],
  ['neo', 'n iy1 ow0'],
  ['be', 'b ih0'],
  ['in', 'ih0 n'],
]
/**
 * What is before a final y that is no suffix: three letters ("Livy"), a vowel ("essay"), the end of a name ("Barnsley"), and
 * endings of Greek and Latin, which move the stress ("homology", "reify").
 */
const BEFORE_OTHER_Y =
  /(?:^...|[aiou]|le|crac|gam|gen|graph|if|it|log|metr|nom|onym|path|phag|phon|pol|scop|throp|tom|tor|trop|typ|vor)$/
/** Suffixes whose stem is a verb, where it could also be a noun: "addresser" has the stress of "to address". */
const OF_VERBS: ReadonlySet<string> = new Set(['ings', 'ing', 'ers', 'er', 'able'])
/**
 * Ends of Greek words, before which the vowel is stressed ("homology"). What is derived from them has the stress of the
 * noun in -y ("homologist"), not that of other words ("homologue").
 */
const GREEK_STEM = /o(?:gam|gen|graph|log|nom|path|phag|phon|scop|tom)$/
/** Greek words and ends of words that stress the vowel before them, and so are no stems after a prefix: "autolysis". */
const STRESSES_VOWEL_BEFORE =
  /^(?:gam|gen|graph|log|nom|path|phag|phon|scop|tom)(?:er|ism|ist|ize|ous|y)$|^ly[sz]/
/** British spellings and the American ones that the dictionary has. */
const BRITISH: readonly (readonly [british: RegExp, american: string])[] = [
  [/our/, 'or'],
  [/(?<![aeo])is(e[drs]?|ers|ing|able|ations?)$/, 'iz$1'],
  [/ys(e[dr]?|ers|ing)$/, 'yz$1'],
  [/([bdfgkpt])re(s?)$/, '$1er$2'],
  [/ll(ed|ers?|ing)$/, 'l$1'],
  [/[ao]e(?=[a-z]{3})/, 'e'],
  [/ence(s?)$/, 'ense$1'],
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
  readonly #ax: number
  readonly #ey: number
  readonly #k: number
  readonly #l: number
  readonly #s: number
  readonly #t: number

  constructor(lookup: (word: string) => Phones | undefined, inventory: PhoneInventory) {
    this.#lookup = lookup
    this.#inventory = inventory
    this.#inflection = new Inflection(inventory)
    const [ax, ey, k, l, s, t] = parseArpabet('ax ey1 k l s t', inventory)
    this.#ax = ax!
    this.#ey = ey!
    this.#k = k!
    this.#l = l!
    this.#s = s!
    this.#t = t!
  }

  /** The phones of a lower-case word; undefined if it cannot be derived from known words. */
  derive(word: string): Phones | undefined {
    if (word.length > MAX_LENGTH) return undefined
    const american = americanSpellings(word)
    return (
      this.#anyOf(american, this.#lookup) ??
      this.#simplest(word) ??
      this.#anyOf(american, (each) => this.#simplest(each)) ??
      this.#droppedG(word)
    )
  }

  /** The derivation with the fewest affixes: "tele-nursing" rather than "tele-nurs-ing". */
  #simplest(word: string): Phones | undefined {
    for (let depth = 1; depth <= DEPTH; depth++) {
      const phones = this.#derive(word, depth)
      if (phones) return phones
    }
    return undefined
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
      this.#adverb(word, depth) ??
      this.#inAtory(word, depth) ??
      this.#suffixed(word, depth) ??
      this.#prefixed(word, depth) ??
      this.#compound(word)
    )
  }

  /** Whether phones end as a verb in "-ate" does: "articulate", but not "late". */
  #endsInAte(phones: Phones | undefined): phones is Phones {
    if (phones === undefined || phones.at(-1) !== this.#t || phones.at(-2) !== this.#ey) return false
    return phones.subarray(0, -2).some((id) => this.#inventory.ipa(id)?.startsWith('ˈ'))
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
      const phones = this.#verb(stemsBeforeVowel(word.slice(0, -2)), depth)
      if (phones) return this.#inflection.ed(phones)
    }
    const singular = word.endsWith('ses') ? this.#lookup(`${word.slice(0, -2)}is`) : undefined
    if (singular) return this.#append(singular.subarray(0, -2), 'iy0 z') // "paralyses"
    if (/[^su]s$/.test(word)) {
      const phones = stem(singulars(word))
      if (phones) return this.#inflection.s(phones)
    }
    return undefined
  }

  /**
   * An adverb in -ly: "brutally" has one l, "atomically" has the phones of "atomic" before it, "imaginably" no vowel
   * before its l, and "shakily" a short one for a y.
   */
  #adverb(word: string, depth: number): Phones | undefined {
    if (!word.endsWith('ly')) return undefined
    const base = word.slice(0, -2)
    const inY = base.endsWith('i') ? this.#first([`${base.slice(0, -1)}y`], depth) : undefined
    if (inY) return this.#append(inY.subarray(0, -1), 'ax l iy0')
    const phones = this.#adjective(base, depth)
    if (phones) return this.#append(phones, this.#endsInSyllabicL(phones) ? 'iy0' : 'l iy0')
    const inIc = base.endsWith('ical') ? this.#first([base.slice(0, -2)], depth) : undefined
    if (inIc) return this.#append(inIc, 'l iy0')
    const inLe = this.#lookup(`${base}le`)
    return inLe && this.#endsInSyllabicL(inLe) ? this.#append(inLe.subarray(0, -2), 'l iy0') : undefined
  }

  #endsInSyllabicL(phones: Phones): boolean {
    return phones.at(-1) === this.#l && phones.at(-2) === this.#ax
  }

  /** Reads "ridin" as "ridin'". */
  #droppedG(word: string): Phones | undefined {
    const phones = word.endsWith('in') ? this.#lookup(`${word}g`) : undefined
    return phones && Uint8Array.of(...phones.subarray(0, -1), this.#inventory.id('n'))
  }

  #suffixed(word: string, depth: number): Phones | undefined {
    for (const [suffix, sound] of SUFFIXES) {
      if (!word.endsWith(suffix)) continue
      const base = word.slice(0, -suffix.length)
      if (suffix === 'y' && BEFORE_OTHER_Y.test(base)) continue
      const phones = this.#stem(suffix, base, depth)
      if (phones) return this.#append(/ic$/.test(base) ? this.#soft(phones, suffix) : phones, sound)
    }
    return undefined
  }

  /** An adjective in -atory has the stress of the verb in -ate, and another a: "stimulatory". */
  #inAtory(word: string, depth: number): Phones | undefined {
    if (!word.endsWith('atory')) return undefined
    const verb = this.#known(`${word.slice(0, -3)}e`, depth)
    return this.#endsInAte(verb) ? this.#append(verb.subarray(0, -2), 'ax t ao1 r iy0') : undefined
  }

  /**
   * The phones of the stem of a word with a suffix. A word in -ee is no stem of one in -eer ("overseer"), and a verb in
   * -ate none of one in -atism or -atize ("dogmatize").
   */
  #stem(suffix: string, base: string, depth: number): Phones | undefined {
    if (suffix === 'ness' && base.endsWith('ate')) return this.#adjective(base, depth)
    if (suffix === 'eer')
      return this.#known(`${base}ee`, depth) ? undefined : this.#first([base, `${base}e`], depth)
    if (GREEK_STEM.test(base) && /^(?:er|i[sz])/.test(suffix))
      return this.#known(`${base}y`, depth)?.subarray(0, -1)
    const stems = stemsBefore(suffix, base)
    if (OF_VERBS.has(suffix)) return this.#verb(stems, depth)
    const phones = this.#first(stems, depth)
    return /at$/.test(base) && /^i[sz]/.test(suffix) && this.#endsInAte(phones) ? undefined : phones
  }

  /** The phones of the first of these verbs that is known. A word that is also a noun may have others as a verb. */
  #verb(verbs: readonly string[], depth: number): Phones | undefined {
    const both = verbs.find((verb) => Object.hasOwn(NOUNS_AND_VERBS, verb))
    return both ? parseArpabet(NOUNS_AND_VERBS[both]!.verb, this.#inventory) : this.#first(verbs, depth)
  }

  /** The phones of an adjective. In "-ate" it has no full vowel, as the verb has: "articulately". */
  #adjective(word: string, depth: number): Phones | undefined {
    const phones = this.#first([word], depth)
    if (!word.endsWith('ate') || !this.#endsInAte(phones)) return phones
    return this.#append(phones.subarray(0, -2), 'ax t')
  }

  /** The c of "-ic" is soft before "-ism", "-ist" and "-ize": "academicism". */
  #soft(phones: Phones, suffix: string): Phones {
    if (phones.at(-1) !== this.#k || !/^i(?:s[mt]|z)/.test(suffix)) return phones
    return Uint8Array.of(...phones.subarray(0, -1), this.#s)
  }

  #prefixed(word: string, depth: number): Phones | undefined {
    for (const [prefix, sound] of PREFIXES) {
      const stem = word.slice(prefix.length)
      if (!word.startsWith(prefix) || stem.length < MIN_STEM_AFTER_PREFIX) continue
      if (prefix === 'be' && /^[aeiou]/.test(stem)) continue // "beanpole"
      if (STRESSES_VOWEL_BEFORE.test(stem)) continue
      const phones = prefix === 're' ? this.#verb([stem], depth) : this.#known(stem, depth)
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
    const long = stems.filter((stem) => stem.length >= MIN_STEM)
    return this.#anyOf(long, this.#lookup) ?? this.#anyOf(long, (stem) => this.#derive(stem, depth - 1))
  }

  #anyOf(words: readonly string[], phonesOf: (word: string) => Phones | undefined): Phones | undefined {
    for (const word of words) {
      const phones = phonesOf(word)
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

/** Candidate stems before a suffix. Before those of nouns, only short ones are without their e: "local" for "local-ism". */
function stemsBefore(suffix: string, base: string): string[] {
  if (/^(?:i[sz]|y)/.test(suffix)) return stemsBeforeVowel(base, /^[^aeiou]+[aeiouy][^aeiouwxy]$/)
  if (/^[aei]/.test(suffix)) return stemsBeforeVowel(base)
  return base.endsWith('i') ? [`${base.slice(0, -1)}y`, base] : [base]
}

/**
 * Candidate stems before a suffix with a vowel: "bake" for "bak-", "call" for "call-", "plug" for "plugg-", "try" for
 * "tri-".
 */
function stemsBeforeVowel(base: string, mayEndInE = /[^aeiou][aeiouy][^aeiouwxy]$/): string[] {
  const stems = mayEndInE.test(base) ? [`${base}e`, base] : [base, `${base}e`]
  if (/([^aeiou])\1$/.test(base)) stems.push(base.slice(0, -1))
  if (base.endsWith('i')) stems.splice(base.length > MIN_STEM ? 0 : 1, 0, `${base.slice(0, -1)}y`)
  return stems
}

function singulars(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)]
  return /(?:s|x|z|ch|sh|o)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)]
}

/** American spellings of a British word: "flavour", "organise", "analyse", "litre", "travelled", "anaemia", "offence". */
function americanSpellings(word: string): string[] {
  return BRITISH.map(([british, american]) => word.replace(british, american)).filter((each) => each !== word)
}
