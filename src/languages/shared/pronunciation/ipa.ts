import type { PhoneInventory, Phones } from './phone-inventory.ts'

/** Phones for IPA, by its symbols: with spaces between, vowels without their stress. The longest key is taken that fits. */
export type IpaTable = Readonly<Record<string, string>>

/** Symbols for which a language need not have an entry of its own, and those that are said instead. */
const NEAR: IpaTable = {
  ɱ: 'm',
  ɲ: 'n j',
  ɳ: 'n',
  ɴ: 'ŋ',
  ʎ: 'l j',
  ɫ: 'l',
  ɬ: 'l',
  ɭ: 'l',
  ʟ: 'l',
  ɮ: 'l',
  β: 'v',
  ⱱ: 'v',
  ʋ: 'v',
  ɸ: 'f',
  ʙ: 'b',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ʈ: 't',
  c: 'k',
  q: 'k',
  ɟ: 'ɡ',
  ɢ: 'ɡ',
  ɠ: 'ɡ',
  ɣ: 'ɡ',
  ɰ: 'ɡ',
  ʀ: 'r',
  ʁ: 'r',
  ɹ: 'r',
  ɻ: 'r',
  ɽ: 'r',
  ɾ: 'r',
  ɺ: 'r',
  χ: 'x',
  ħ: 'h',
  ɦ: 'h',
  ʜ: 'h',
  ʔ: '',
  ʕ: '',
  ʡ: '',
  ʢ: '',
  ʂ: 'ʃ',
  ɕ: 'ʃ',
  ɧ: 'ʃ',
  ʐ: 'ʒ',
  ʑ: 'ʒ',
  ʝ: 'j',
  ɥ: 'j',
  ʍ: 'w',
  tɕ: 'tʃ',
  dʑ: 'dʒ',
  ʈʂ: 'tʃ',
  ɖʐ: 'dʒ',
  tʃ: 't ʃ',
  dʒ: 'd ʒ',
  ts: 't s',
  pf: 'p f',
  ɘ: 'ə',
  ɤ: 'ʌ',
  ɞ: 'œ',
  ɶ: 'œ',
  ɵ: 'ʏ',
  ɨ: 'ɪ',
  ᵻ: 'ɪ',
  ʉ: 'uː',
  ɯ: 'ʊ',
  ɐ: 'ʌ',
  ɚ: 'ə r',
  ɝ: 'œ r',
  ɜ: 'œ',
}

/** Ways to write the same. */
const SPELLINGS: Readonly<Record<string, string>> = {
  g: 'ɡ',
  ε: 'ɛ',
  ǝ: 'ə',
  ә: 'ə',
  ı: 'ɪ',
  ɩ: 'ɪ',
  ɷ: 'ʊ',
  ʧ: 'tʃ',
  ʤ: 'dʒ',
  ʦ: 'ts',
  ʣ: 'dz',
  ʨ: 'tɕ',
  ʥ: 'dʑ',
  ':': 'ː',
  "'": 'ˈ',
  '’': 'ˈ',
  '`': 'ˈ',
}

const NASAL = '\u0303'
/** The mark of a syllabic consonant, which is said with a schwa before it. */
const SYLLABIC = '\u0329'
const RHOTIC = '˞'
const MARKS: ReadonlySet<string> = new Set(['ˈ', 'ˌ', 'ː', NASAL, SYLLABIC, RHOTIC])
/** What may stand between phones and has no sound: what divides syllables and words, brackets. */
const DIVIDER = /^[\s/[\](){}.‿|‖-]$/
/** Marks that are not heard: ties, most diacritics, tones and small letters. */
const DROPPED = /^(?![\u0303\u0329])[\p{M}ˑʰʱʲʷˠˤⁿˡʼ˥-˩↗↘]$/u
/** Vowels that carry no stress. */
const NEUTRAL: ReadonlySet<string> = new Set(['ə', 'ɐ'])

/** Symbols of IPA that are known: each has phones in every language. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Array.from('pbtdkɡfvθðszʃʒhmnŋlrwjxçiyɪʏeøɛœæaɑɒɔoʌuʊə'),
  ...Object.keys(NEAR).flatMap((key) => Array.from(key)),
])
/**
 * What is wrong with a word in IPA, as a sentence that can be shown; undefined when it can be said. Stress and length may
 * be left out; ties, spaces, dots between syllables, and slashes or brackets around it are ignored.
 */
export function ipaFault(ipa: string): string | undefined {
  let hasSound = false
  for (const symbol of symbolsOf(ipa)) {
    if (KNOWN.has(symbol)) hasSound = true
    else if (!MARKS.has(symbol) && !DIVIDER.test(symbol))
      return `"${symbol}" is not a symbol of the IPA that can be said.`
  }
  return hasSound ? undefined : 'It has no symbol of the IPA that can be said.'
}

/** Reads IPA, as people write it, into the phones that a language has, or the nearest to them. */
export class IpaReader {
  readonly #inventory: PhoneInventory
  readonly #own: ReadonlySet<string>
  readonly #phones = new Map<string, readonly string[]>()
  readonly #longest: number

  /**
   * @param own the language's phones, with spaces between, vowels without their stress
   * @param near what is said for those of other languages; all that is known must come down to its own phones
   */
  constructor(inventory: PhoneInventory, own: string, near: IpaTable) {
    this.#inventory = inventory
    const table = { ...NEAR, ...near }
    this.#own = new Set(own.split(' '))
    const resolve = (key: string): string[] =>
      this.#own.has(key)
        ? [key]
        : (table[key] ?? missing(key)).split(' ').flatMap((each) => (each === '' ? [] : resolve(each)))
    for (const key of [...this.#own, ...Object.keys(table), ...KNOWN]) this.#phones.set(key, resolve(key))
    this.#longest = Math.max(...Array.from(this.#phones.keys(), (key) => Array.from(key).length))
  }

  /**
   * The phones of a word. Symbols that nobody knows are left out. Without a mark for the stress, it is on the first full
   * vowel; secondary stress counts as stress.
   */
  read(ipa: string): Phones {
    const symbols = symbolsOf(ipa)
    const phones: Phone[] = []
    let isStressed = false
    for (let at = 0; at < symbols.length; ) {
      if (symbols[at] === 'ˈ' || symbols[at] === 'ˌ') isStressed = true
      const [length, names] = this.#longestAt(symbols, at)
      for (const name of names) {
        const takesStress = isStressed && this.#isVowel(name)
        phones.push({ name, isStressed: takesStress })
        if (takesStress) isStressed = false
      }
      at += length
    }
    if (this.#own.has('ɝ')) mergeRhotics(phones, (name) => this.#isVowel(name))
    if (!phones.some((phone) => phone.isStressed)) {
      const first = phones.find(({ name }) => this.#isVowel(name) && !NEUTRAL.has(name))
      if (first !== undefined) first.isStressed = true
    }
    return Uint8Array.from(phones, (phone) => this.#id(phone.name, phone.isStressed))
  }

  /** The phones of the longest known run of symbols at a place, and how many symbols that takes. */
  #longestAt(symbols: readonly string[], at: number): [length: number, names: readonly string[]] {
    for (let length = Math.min(this.#longest, symbols.length - at); length > 0; length--) {
      const names = this.#phones.get(symbols.slice(at, at + length).join(''))
      if (names === undefined) continue
      switch (symbols[at + length]) {
        case NASAL:
          return [length + 1, this.#isVowel(names[0] ?? '') ? [...names, ...this.#phones.get('ŋ')!] : names]
        case RHOTIC:
          return [length + 1, this.#phones.get('ɚ')!]
        case SYLLABIC:
          return [length + 1, ['ə', ...names]]
        default:
          return [length, names]
      }
    }
    return [1, []]
  }

  #isVowel(name: string): boolean {
    return NEUTRAL.has(name) || this.#inventory.has(`${name}1`)
  }

  #id(name: string, isStressed: boolean): number {
    if (this.#inventory.has(name)) return this.#inventory.id(name)
    return this.#inventory.id(name + (isStressed ? '1' : '0'))
  }
}

interface Phone {
  readonly name: string
  isStressed: boolean
}

/** "ər" is one vowel where no other vowel follows it ("ˈbʌtər"). */
function mergeRhotics(phones: Phone[], isVowel: (name: string) => boolean): void {
  for (let at = 0; at + 1 < phones.length; at++) {
    const [schwa, r, next] = phones.slice(at, at + 3)
    if (schwa!.name !== 'ə' || r!.name !== 'ɹ' || (next !== undefined && isVowel(next.name))) continue
    phones.splice(at, 2, { name: 'ɝ', isStressed: schwa!.isStressed })
  }
}

function missing(symbol: string): never {
  throw new Error(`A language has no phone for "${symbol}"`)
}

/** The symbols of IPA, one way to write each, without what has no sound. */
function symbolsOf(ipa: string): string[] {
  const symbols = Array.from(
    ipa
      .normalize('NFD')
      .replaceAll('c\u0327', 'ç')
      .replace(/[\u0361\u035c\u032f]/g, ''),
  )
  return symbols.flatMap((symbol) =>
    Object.hasOwn(SPELLINGS, symbol) ? Array.from(SPELLINGS[symbol]!) : DROPPED.test(symbol) ? [] : [symbol],
  )
}
