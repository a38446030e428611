import type { Phones } from './phone-inventory.ts'

/** What is said for a written word, one spoken word after the other; pause marks may stand among them. */
export interface SpokenWord {
  /** A lower-case word, a capital for the name of a letter, or a pause mark. */
  readonly spoken: string
  /** The written word that it belongs to. */
  readonly written: string
}

/** Pronounces the words of one language. */
export interface Words {
  /**
   * @param sequence a segment's words with the pauses between them
   * @returns the phones of each: one list of them, or two where a clitic is a word of its own; none for pauses and for
   *   what cannot be said
   */
  pronounce(sequence: readonly SpokenWord[]): Promise<readonly (readonly Phones[])[]>
}
