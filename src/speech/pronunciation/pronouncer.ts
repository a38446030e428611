import { join } from 'node:path'
import { isPause, type Pause, type Token } from '../text/token.ts'
import { type Encoding, EncodingWriter } from './encoding.ts'
import { Clitics } from './english/clitics.ts'
import { Context } from './english/heteronyms/context.ts'
import { Lexicon } from './english/lexicon/lexicon.ts'
import { WordPronouncer } from './english/word-pronouncer.ts'
import { LetterToSound } from './letter-to-sound.ts'
import { type Phones, TokenTable } from './phones.ts'

const SILENT: Phones = new Uint8Array()

/** Loads a model's pronunciation: `tokens.json`, `lexicon.bin` and `letter-to-sound`. Throws when one is missing. */
export async function createPronouncer(modelFolder: string): Promise<Pronouncer> {
  const tokens = TokenTable.load(join(modelFolder, 'tokens.json'))
  const lexicon = Lexicon.load(join(modelFolder, 'lexicon.bin'))
  const letterToSound = await LetterToSound.load(modelFolder)
  return new Pronouncer(new WordPronouncer(lexicon, letterToSound, tokens), tokens)
}

/** Turns what is to be said into the voice model's tokens. */
export class Pronouncer {
  readonly #words: WordPronouncer
  readonly #tokens: TokenTable
  readonly #clitics: Clitics
  readonly #theBeforeVowel: Phones

  constructor(words: WordPronouncer, tokens: TokenTable) {
    this.#words = words
    this.#tokens = tokens
    this.#clitics = new Clitics(tokens)
    this.#theBeforeVowel = tokens.arpabet('dh iy0')
  }

  /** Pronounces a segment. Whatever cannot be said gets an empty span; an empty segment is "^" and ".". */
  async encode(tokens: readonly Token[]): Promise<Encoding> {
    const phones = await this.#pronounce(tokens)
    const writer = new EncodingWriter(this.#tokens)
    let next = 0
    for (const token of tokens) {
      if (typeof token === 'string') {
        writer.pause(token)
        next++
      } else {
        const parts = token.spoken.flatMap((spoken) => this.#parts(spoken, phones[next++]!))
        writer.word(token.written, parts)
      }
    }
    return writer.end()
  }

  /** The phones of every spoken word, in order; pauses are in the list and have none. */
  async #pronounce(tokens: readonly Token[]): Promise<Phones[]> {
    const spoken = tokens.flatMap((token) => (typeof token === 'string' ? [token] : token.spoken))
    const written = tokens.flatMap((token) =>
      typeof token === 'string' ? [token] : token.spoken.map(() => token.written),
    )
    const sequence = spoken.map((word) => word.toLowerCase())
    const known = spoken.map((word, at) =>
      isPause(word) ? SILENT : this.#words.phones(word, new Context(sequence, at, written[at]!)),
    )
    const unknown = spoken.filter((_, at) => known[at] === undefined)
    const learned = unknown.length > 0 ? await this.#words.learn(unknown) : undefined
    const phones = known.map((each, at) => each ?? learned!.get(spoken[at]!)!)
    return phones.map((each, at) => {
      const beforeVowel = spoken[at] === 'the' && this.#tokens.isVowel(phones[at + 1]?.[0])
      return beforeVowel ? this.#theBeforeVowel : each
    })
  }

  /** A word and its clitic apart ("it" and "'s"), or a pause inside a written word. */
  #parts(spoken: string, phones: Phones): (Phones | Pause)[] {
    if (isPause(spoken)) return [spoken]
    const clitic = this.#clitics.startIn(spoken, phones)
    return clitic < phones.length ? [phones.subarray(0, clitic), phones.subarray(clitic)] : [phones]
  }
}
