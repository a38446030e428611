import { join } from 'node:path'
import { ModelError } from '../../shared/engine-kind.ts'

/** The symbols that a model takes, and the id it has for each: a character each. */
export class Vocabulary {
  readonly #ids: ReadonlyMap<string, number>

  /** @param tokenizer what its tokenizer.json holds */
  constructor(tokenizer: unknown) {
    const vocabulary = (tokenizer as { model?: { vocab?: Record<string, number> } } | null)?.model?.vocab
    if (vocabulary === undefined) throw new ModelError('its tokenizer.json has no model.vocab')
    this.#ids = new Map(Object.entries(vocabulary))
  }

  /** Reads the tokenizer.json of a model's files. Throws ModelError when it is missing or of another form. */
  static async load(files: string): Promise<Vocabulary> {
    const file = join(files, 'tokenizer.json')
    const tokenizer: unknown = await Bun.file(file)
      .json()
      .catch((cause) => {
        throw new ModelError(`${file} cannot be read (${cause})`, { cause })
      })
    return new Vocabulary(tokenizer)
  }

  /** Whether phones are written as misaki does, and not as espeak-ng: only misaki has the small schwa. */
  get isMisaki(): boolean {
    return this.#ids.has('ᵊ')
  }

  /** The phones without the symbols that the model does not know. */
  known(phones: string): string {
    return Array.from(phones)
      .filter((symbol) => this.#ids.has(symbol))
      .join('')
  }

  /** The ids of phones that it knows. */
  ids(known: string): number[] {
    return Array.from(known, (symbol) => this.#ids.get(symbol)!)
  }
}
