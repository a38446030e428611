import type { IpaReader } from './ipa.ts'
import type { LetterNetwork } from './letter-to-sound.ts'
import type { PhoneInventory, Phones } from './phone-inventory.ts'

/** What is said for a written word, one spoken word after the other; pause marks may stand among them. */
export interface SpokenWord {
  /** A lower-case word, a capital for the name of a letter, or a pause mark. */
  readonly spoken: string
  /** The written word that it belongs to. */
  readonly written: string
  /** The word's phones, where they are given. */
  readonly given?: Phones
}

/** Pronounces the words of one language. */
export interface Pronunciation {
  readonly ipa: IpaReader
  /**
   * @param sequence a segment's words with the pauses between them
   * @returns the phones of each: one list of them, or two where a clitic is a word of its own; none for pauses and for
   *   what cannot be said. Phones that are given stay as they are
   */
  pronounce(sequence: readonly SpokenWord[]): Promise<readonly (readonly Phones[])[]>
}

/** What a voice model has for the languages to pronounce with. */
export interface PronunciationResources {
  /** The model's folder, which may hold lexicons and exceptions. */
  readonly folder: string
  readonly inventory: PhoneInventory
  /** Loads a letter-to-sound network of a folder within the model's. Throws when it is missing or damaged. */
  readonly loadNetwork: (within: string) => Promise<LetterNetwork>
}

/** The default export of a language's pronunciation module. Throws when a file is missing or damaged. */
export type LoadPronunciation = (resources: PronunciationResources) => Promise<Pronunciation>
