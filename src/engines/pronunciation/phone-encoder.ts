import { join } from 'node:path'
import type { Language } from '../../languages/shared/language.ts'
import { PhoneInventory } from '../../languages/shared/pronunciation/phone-inventory.ts'
import type {
  LoadPronunciation,
  Pronunciation,
  SpokenWord,
} from '../../languages/shared/pronunciation/pronunciation.ts'
import { isPause, type Pause, type Token } from '../../languages/shared/text/token.ts'
import { type Encoding, EncodingWriter, type SpokenPhones } from './encoding.ts'
import { loadLetterNetwork } from './letter-network.ts'

/** Turns what is to be said into the voice model's token ids. */
export class PhoneEncoder {
  /** What the model can say. */
  readonly inventory: PhoneInventory
  readonly #pronunciations: ReadonlyMap<string, Pronunciation>

  private constructor(inventory: PhoneInventory, pronunciations: ReadonlyMap<string, Pronunciation>) {
    this.inventory = inventory
    this.#pronunciations = pronunciations
  }

  /** Loads a model's `tokens.json` and the pronunciation of languages. Throws when a file is missing or damaged. */
  static async load(
    folder: string,
    languages: readonly Pick<Language, 'code' | 'pronunciation'>[],
  ): Promise<PhoneEncoder> {
    const inventory = PhoneInventory.load(join(folder, 'tokens.json'))
    const loadNetwork = (within: string) => loadLetterNetwork(folder, within)
    const loaded = languages.map(async ({ code, pronunciation }): Promise<[string, Pronunciation]> => {
      const module: { default: LoadPronunciation } = await import(pronunciation)
      return [code, await module.default({ folder, inventory, loadNetwork })]
    })
    return new PhoneEncoder(inventory, new Map(await Promise.all(loaded)))
  }

  /**
   * Pronounces a segment. Whatever cannot be said gets an empty span; an empty segment is "^" and ".".
   *
   * @param language the code of one of those that were loaded
   */
  async encode(tokens: readonly Token[], language: string): Promise<Encoding> {
    const pronunciation = this.#pronunciations.get(language)!
    const sequence = tokens.flatMap((token): readonly SpokenWord[] =>
      typeof token === 'string'
        ? [{ spoken: token, written: token }]
        : token.spoken.map((spoken, at) => {
            const ipa = token.phones?.[at]
            const word = { spoken, written: token.written }
            return ipa === undefined ? word : { ...word, given: pronunciation.ipa.read(ipa) }
          }),
    )
    const phones = await pronunciation.pronounce(sequence)
    const writer = new EncodingWriter(this.inventory)
    let next = 0
    for (const token of tokens) {
      if (typeof token === 'string') {
        writer.pause(token)
        next++
      } else {
        const parts = token.spoken.map((spoken, at): SpokenPhones | Pause => {
          const said = phones[next++]!
          const isDictated = token.dictated?.[at] ?? false
          return isPause(spoken) ? spoken : { spoken, isDictated, phones: said }
        })
        writer.word(token.written, parts)
      }
    }
    return writer.end()
  }
}
