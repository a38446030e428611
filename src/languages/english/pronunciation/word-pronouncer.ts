import { LRUCache } from 'lru-cache'
import { baseLetters } from '../../shared/pronunciation/base-letters.ts'
import type { HeteronymReader } from '../../shared/pronunciation/heteronyms.ts'
import type { LetterToSound } from '../../shared/pronunciation/letter-to-sound.ts'
import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import type { WordContext } from '../../shared/pronunciation/word-context.ts'
import { Accents } from './accents.ts'
import { parseArpabet } from './arpabet.ts'
import { Derivation } from './derivation.ts'
import { GreekEndings } from './greek-endings.ts'
import { englishHeteronyms } from './heteronyms.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import { Pinyin } from './pinyin.ts'
import { isUnpronounceable, LETTER_NAMES, withoutElongation } from './spelling.ts'

/** Entries in the cache of words that are not in the dictionary. It takes about 1 MB when full. */
const CACHE_SIZE = 4096

/** Pronounces single words: by the dictionary, then by derivation or as pinyin, then by the letter-to-sound model. */
export class WordPronouncer {
  readonly #lexicon: Lexicon
  readonly #letterToSound: LetterToSound
  readonly #heteronyms: HeteronymReader
  readonly #derivation: Derivation
  readonly #pinyin: Pinyin
  readonly #greekEndings: GreekEndings
  readonly #accents: Accents
  readonly #letterNames: ReadonlyMap<string, Phones>
  readonly #inventory: PhoneInventory
  readonly #space: number
  readonly #r: number
  readonly #y: number
  readonly #er: number
  readonly #cache = new LRUCache<string, Phones>({ max: CACHE_SIZE })

  constructor(lexicon: Lexicon, letterToSound: LetterToSound, inventory: PhoneInventory) {
    this.#lexicon = lexicon
    this.#letterToSound = letterToSound
    this.#heteronyms = englishHeteronyms(inventory)
    this.#derivation = new Derivation((word) => lexicon.lookup(word), inventory)
    this.#pinyin = new Pinyin(inventory)
    this.#greekEndings = new GreekEndings(inventory)
    this.#accents = new Accents(inventory)
    this.#letterNames = new Map(
      Object.entries(LETTER_NAMES).map(([name, phones]) => [name, parseArpabet(phones, inventory)]),
    )
    this.#inventory = inventory
    this.#space = inventory.id(' ')
    const [r, y, er] = parseArpabet('r y er0', inventory)
    this.#r = r!
    this.#y = y!
    this.#er = er!
  }

  /**
   * The phones of a spoken word in its context. Undefined if it needs the letter-to-sound model: call `learn` then.
   * Empty for a word without letters.
   *
   * @param spoken a lower-case word with its accents (see `withAccents`), or a capital for the name of a letter
   */
  phones(spoken: string, context: WordContext): Phones | undefined {
    if (/^[A-Z]$/.test(spoken)) return this.#letterNames.get(spoken.toLowerCase())
    return (
      this.#accents.lookup(spoken) ??
      this.#heteronyms.read(context) ??
      this.#lexicon.lookup(context.word) ??
      this.#recall(this.#accents.key(spoken))
    )
  }

  /** Runs the letter-to-sound model once for all these words. `phones` finds the results in the cache from then on. */
  async learn(spoken: readonly string[]): Promise<ReadonlyMap<string, Phones>> {
    const keys = [...new Set(spoken.map((word) => this.#accents.key(word)))]
    const letters = keys.map((key) => this.#accents.letters(key))
    const phones = await this.#letterToSound.phones(letters)
    const learned = new Map(
      keys.map((key, index) => {
        const said = this.#greekEndings.corrected(letters[index]!, this.#withSyllabicR(phones[index]!))
        return [key, this.#accents.phones(key, said)]
      }),
    )
    for (const [key, said] of learned) this.#cache.set(key, said)
    return new Map(spoken.map((word) => [word, learned.get(this.#accents.key(word))!]))
  }

  /** Makes an r without a vowel beside it syllabic: the network leaves the vowel out ("gigahertz"). */
  #withSyllabicR(phones: Phones): Phones {
    const isConsonant = (id: number | undefined) => id !== undefined && !this.#inventory.isVowel(id)
    return phones.map((id, at) => {
      const next = phones[at + 1]
      const alone = isConsonant(phones[at - 1]) && (next === undefined || isConsonant(next))
      return id === this.#r && alone && next !== this.#y ? this.#er : id
    })
  }

  #recall(key: string): Phones | undefined {
    if (key === '') return new Uint8Array()
    const remembered = this.#cache.get(key)
    if (remembered) return remembered
    const phones = this.#derived(baseLetters(key))
    if (phones) this.#cache.set(key, phones)
    return phones
  }

  #derived(word: string): Phones | undefined {
    const known = this.#lexicon.lookup(word) ?? this.#derivation.derive(word) ?? this.#pinyin.phones(word)
    if (known) return known
    for (const shorter of withoutElongation(word)) {
      const phones = this.#lexicon.lookup(shorter)
      if (phones) return phones
    }
    return isUnpronounceable(word) ? this.#spelled(word) : undefined
  }

  #spelled(word: string): Phones {
    const names = Array.from(word.replaceAll("'", ''), (letter) => this.#letterNames.get(letter)!)
    return Uint8Array.from(names.flatMap((name, index) => (index === 0 ? [...name] : [this.#space, ...name])))
  }
}
