import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { readJson } from '../json-file.ts'

const TOKENIZER = Type.Object({ model: Type.Object({ vocab: Type.Record(Type.String(), Type.Integer()) }) })

/** The symbols of StyleTTS 2, which KittenTTS has in its code (kittentts/onnx_model.py): the id is the place. */
const KITTEN_SYMBOLS =
  "$;:,.!?¡¿—…\"«»“” ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzɑɐɒæɓʙβɔɕçɗɖðʤəɘɚɛɜɝɞɟʄɡɠɢʛɦɧħɥʜɨɪʝɭɬɫɮʟɱɯɰŋɳɲɴøɵɸθœɶʘɹɺɾɻʀʁɽʂʃʈʧʉʊʋⱱʌɣɤʍχʎʏʑʐʒʔʡʕʢǀǁǂǃˈˌːˑʼʴʰʱʲʷˠˤ˞↓↑→↗↘'̩'ᵻ"

/** The symbols that a model takes, and the id it has for each: a character each. */
export class Vocabulary {
  readonly #ids: ReadonlyMap<string, number>

  private constructor(ids: ReadonlyMap<string, number>) {
    this.#ids = ids
  }

  /**
   * Reads the tokenizer.json of a model's files. Without one, the symbols are those that KittenTTS has in its code. Throws
   * ModelError when it is of another form.
   */
  static async load(files: string): Promise<Vocabulary> {
    const file = join(files, 'tokenizer.json')
    if (!(await Bun.file(file).exists())) {
      return new Vocabulary(new Map(Array.from(KITTEN_SYMBOLS, (symbol, at) => [symbol, at])))
    }
    const { model } = await readJson(file, TOKENIZER, 'a StyleTTS 2 model')
    return new Vocabulary(new Map(Object.entries(model.vocab)))
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
