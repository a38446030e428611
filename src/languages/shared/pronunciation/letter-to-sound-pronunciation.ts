import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isPause } from '../text/token.ts'
import { HeteronymReader, type Heteronyms, parseHeteronyms } from './heteronyms.ts'
import { IpaReader, type IpaTable } from './ipa.ts'
import { LetterToSound } from './letter-to-sound.ts'
import { type NumeralParts, Numerals } from './numerals.ts'
import type { PhoneInventory, Phones } from './phone-inventory.ts'
import type { Pronunciation, PronunciationResources, SpokenWord } from './pronunciation.ts'
import { WordContext } from './word-context.ts'

/** Words whose phones and parts are cached: about 3 MB when full. */
const CACHED_WORDS = 8192

const SILENT: Phones = new Uint8Array()

/** Letters of a compound before its last part, and after its first one: "mail" begins "mailadresse", but not "mailand". */
const MIN_FIRST_PART = 3
const MIN_SECOND_PART = 4
/** Longer words are not divided, so that the time is linear in their letters. */
const MAX_COMPOUND_LENGTH = 40

/** What a language that is written much as it is said needs beside its letter-to-sound model. Phones are in IPA. */
export interface PronunciationRules {
  /** The folder of the letter-to-sound network within the voice model's, with `exceptions.json` beside the network. */
  readonly network: string
  /** The letters that it knows. */
  readonly letters: string
  /** Names of single letters, by the capital. */
  readonly letterNames: Readonly<Record<string, string>>
  readonly heteronyms: Heteronyms
  readonly numerals: NumeralParts
  /** Words that neither the model nor its exceptions say right, above all those from other languages. */
  readonly corrections: Readonly<Record<string, string>>
  /** Words that compounds end with. They are said there as they are alone. */
  readonly secondParts: ReadonlySet<string>
  /** Words that compounds begin with, in the same way. They may have an ending. */
  readonly firstParts: ReadonlySet<string>
  /** What is no part of a compound, though it follows such a word ("Liefer|ungen"); left out where nothing is. */
  readonly suffixes?: RegExp
  /** Where a compound is divided whatever its parts are, or what joins them there; left out where no spelling shows that. */
  readonly joint?: RegExp
  /** What is said for the endings of corrected words, and after what of a word there is such an ending. */
  readonly endings: readonly Ending[]
  /** A word in the letters that the model knows, from any lower-case word. */
  readonly plain: (word: string) => string
  /** What is heard of the phones that the model gives for a word, in IPA with spaces; left out where it is the same. */
  readonly heard?: (phones: string, word: string) => string
  /** What is heard of a compound, of the phones of all its parts; left out where it is the same. */
  readonly joined?: (phones: string, word: string) => string
  /** The language's phones, and what is said for those of other languages: see `IpaReader`. */
  readonly phones: string
  readonly nearPhones: IpaTable
}

/** An ending that only adds phones to those of a word. */
export interface Ending {
  readonly letters: string
  /** Phones in IPA. */
  readonly phones: string
  /** What the word before it looks like. */
  readonly after: RegExp
}

/** Pronounces a language by its spelling: what is known of its words first, then the letter-to-sound model. */
export class LetterToSoundPronunciation implements Pronunciation {
  readonly ipa: IpaReader
  readonly #letterToSound: LetterToSound
  readonly #plain: PronunciationRules['plain']
  readonly #heard: (phones: Phones, word: string) => Phones
  readonly #joined: (phones: Phones, word: string) => Phones
  readonly #letterNames: ReadonlyMap<string, Phones>
  readonly #heteronyms: HeteronymReader
  readonly #numerals: Numerals
  readonly #secondPart: RegExp
  readonly #firstPart: RegExp
  readonly #joint: RegExp | undefined
  readonly #exceptions: ReadonlyMap<string, string>
  readonly #corrections: Readonly<Record<string, string>>
  /** Reads exceptions and corrections, which are kept as they are written: as phones, they took 9 MB more in each worker. */
  readonly #parsed: (ipa: string) => Phones
  readonly #endings: readonly { letters: string; phones: Phones; after: RegExp }[]
  readonly #cache = new LRUCache<string, Phones>({ max: CACHED_WORDS })
  readonly #divided = new LRUCache<string, readonly string[]>({ max: CACHED_WORDS })
  readonly #compounds = new LRUCache<string, Phones>({ max: CACHED_WORDS })

  /** Loads a language's network and exceptions. Throws when they are missing or damaged. */
  static async load(
    { folder, inventory, loadNetwork }: PronunciationResources,
    rules: PronunciationRules,
  ): Promise<LetterToSoundPronunciation> {
    const network = await loadNetwork(rules.network)
    const exceptions: Record<string, string> = JSON.parse(
      readFileSync(join(folder, rules.network, 'exceptions.json'), 'utf8'),
    )
    const letterToSound = new LetterToSound(network, rules.letters)
    return new LetterToSoundPronunciation(letterToSound, exceptions, rules, inventory)
  }

  /** @param exceptions words that the model does not say right, with their phones in IPA */
  private constructor(
    letterToSound: LetterToSound,
    exceptions: Readonly<Record<string, string>>,
    rules: PronunciationRules,
    inventory: PhoneInventory,
  ) {
    const parsed = (phones: Readonly<Record<string, string>>) =>
      new Map(Object.entries(phones).map(([word, ipa]) => [word, inventory.parse(ipa)]))
    this.ipa = new IpaReader(inventory, rules.phones, rules.nearPhones)
    this.#letterToSound = letterToSound
    this.#plain = rules.plain
    const { heard, joined } = rules
    this.#heard = heard
      ? (phones, word) =>
          phones.length === 0 ? phones : inventory.parse(heard(inventory.format(phones), word))
      : (phones) => phones
    this.#joined = joined
      ? (phones, word) => inventory.parse(joined(inventory.format(phones), word))
      : (phones) => phones
    this.#letterNames = parsed(rules.letterNames)
    this.#heteronyms = new HeteronymReader(parseHeteronyms(rules.heteronyms, (ipa) => inventory.parse(ipa)))
    this.#secondPart = new RegExp(`(?<=[^]{${MIN_FIRST_PART}})(?:${[...rules.secondParts].join('|')})$`)
    const longestFirst = [...rules.firstParts].toSorted((one, other) => other.length - one.length)
    const noPart = rules.suffixes ? `(?!${rules.suffixes.source})` : ''
    this.#firstPart = new RegExp(`^(?:${longestFirst.join('|')})(?=[^]{${MIN_SECOND_PART}})${noPart}`)
    this.#joint = rules.joint
    this.#endings = rules.endings.map((ending) => ({ ...ending, phones: inventory.parse(ending.phones) }))
    this.#numerals = new Numerals(rules.numerals, inventory)
    // A numeral of several parts is said by its parts, also where the model's exceptions have it
    const others = Object.entries(exceptions).filter(
      ([word]) => Object.hasOwn(rules.numerals.numbers, word) || !this.#numerals.read(word),
    )
    this.#exceptions = new Map(others)
    this.#corrections = rules.corrections
    this.#parsed = (ipa) => inventory.parse(ipa)
  }

  async pronounce(sequence: readonly SpokenWord[]): Promise<Phones[][]> {
    const lowerCase = sequence.map(({ spoken }) => spoken.toLowerCase())
    const read = sequence.map(({ spoken, written, given }, at) =>
      isPause(spoken) ? SILENT : (given ?? this.#read(spoken, new WordContext(lowerCase, at, written))),
    )
    await this.#learn(sequence.filter((_, at) => read[at] === undefined).map(({ spoken }) => spoken))
    return read.map((phones, at) => [phones ?? this.#known(sequence[at]!.spoken)!])
  }

  #read(spoken: string, context: WordContext): Phones | undefined {
    return this.#letterNames.get(spoken) ?? this.#heteronyms.read(context) ?? this.#known(spoken)
  }

  #known(word: string): Phones | undefined {
    const given = this.#given(word)
    if (given) return given
    const parts = this.#parts(word)
    return parts.length > 1 ? this.#compound(word, parts) : this.#learnt(word)
  }

  /** The phones that the model has for a word; undefined until it has been asked. */
  #learnt(word: string): Phones | undefined {
    const plain = this.#plain(word)
    return plain === '' ? SILENT : this.#cache.get(plain)
  }

  /** The phones of a word that needs no model and is no compound. */
  #given(word: string): Phones | undefined {
    const known = this.#corrected(word) ?? this.#exceptions.get(word)
    return known === undefined ? (this.#numerals.read(word) ?? this.#inflected(word)) : this.#parsed(known)
  }

  #corrected(word: string): string | undefined {
    return Object.hasOwn(this.#corrections, word) ? this.#corrections[word] : undefined
  }

  /** The phones of a corrected word with an ending: "garagen". */
  #inflected(word: string): Phones | undefined {
    for (const { letters, phones, after } of this.#endings) {
      if (!word.endsWith(letters)) continue
      const stem = word.slice(0, -letters.length)
      const corrected = after.test(stem) ? this.#corrected(stem) : undefined
      if (corrected !== undefined) return Uint8Array.from([...this.#parsed(corrected), ...phones])
    }
    return undefined
  }

  /** The parts of a compound that has a joint, or ends or begins with words that are known; the word alone if it is none. */
  #parts(word: string): readonly string[] {
    if (word.length > MAX_COMPOUND_LENGTH) return [word]
    const known = this.#divided.get(word)
    if (known) return known
    const parts = this.#divide(word)
    this.#divided.set(word, parts)
    return parts
  }

  #divide(word: string): string[] {
    if (this.#given(word)) return [word]
    const joint = this.#joint?.exec(word)
    if (joint) {
      const [between] = joint
      const rest = word.slice(joint.index + between.length)
      return [
        ...this.#parts(word.slice(0, joint.index)),
        ...(between === '' ? [] : [between]),
        ...this.#parts(rest),
      ]
    }
    const second = this.#secondPart.exec(word)?.index
    if (second !== undefined) return [...this.#parts(word.slice(0, second)), word.slice(second)]
    const first = this.#firstPart.exec(word)?.[0]
    return first === undefined ? [word] : [first, ...this.#parts(word.slice(first.length))]
  }

  /** The phones of a compound; undefined until the model has been asked for those of its parts. */
  #compound(word: string, parts: readonly string[]): Phones | undefined {
    const known = this.#compounds.get(word)
    if (known) return known
    const phones = parts.map((part) => this.#given(part) ?? this.#learnt(part))
    if (phones.includes(undefined)) return undefined
    const joined = this.#joined(Uint8Array.from(phones.flatMap((each) => [...each!])), word)
    this.#compounds.set(word, joined)
    return joined
  }

  /** Finds the phones of new words, all in one run of the model. */
  async #learn(words: readonly string[]): Promise<void> {
    const unknown = words.flatMap((word) => this.#parts(word)).filter((part) => !this.#given(part))
    const plain = [...new Set(unknown.map((word) => this.#plain(word)))].filter(
      (word) => word !== '' && !this.#cache.has(word),
    )
    if (plain.length === 0) return
    const phones = await this.#letterToSound.phones(plain)
    for (const [at, word] of plain.entries()) this.#cache.set(word, this.#heard(phones[at]!, word))
  }
}
