import { join } from 'node:path'
import { DUTCH_SPELLING } from '../../languages/dutch/pronunciation/pronunciation.ts'
import { Lexicon } from '../../languages/english/pronunciation/lexicon/lexicon.ts'
import { EnglishWords } from '../../languages/english/pronunciation/pronunciation.ts'
import { WordPronouncer } from '../../languages/english/pronunciation/word-pronouncer.ts'
import { GERMAN_SPELLING } from '../../languages/german/pronunciation/pronunciation.ts'
import type { Language } from '../../languages/shared/language.ts'
import { LetterToSound } from '../../languages/shared/pronunciation/letter-to-sound.ts'
import { SpelledWords } from '../../languages/shared/pronunciation/letter-to-sound-pronunciation.ts'
import { type Phones, TokenTable } from '../../languages/shared/pronunciation/phone-inventory.ts'
import type { Words } from '../../languages/shared/pronunciation/pronunciation.ts'
import { isPause, type Pause, type Token } from '../../languages/shared/text/token.ts'
import { type Encoding, EncodingWriter } from './encoding.ts'

/**
 * Loads a model's pronunciation: `tokens.json`, `lexicon.bin` and a letter-to-sound model for each language. Throws when
 * one is missing.
 */
export async function createPronouncer(modelFolder: string): Promise<Pronouncer> {
  const tokens = TokenTable.load(join(modelFolder, 'tokens.json'))
  const lexicon = Lexicon.load(join(modelFolder, 'lexicon.bin'))
  const [english, german, dutch] = await Promise.all([
    LetterToSound.load(modelFolder, 'en'),
    LetterToSound.load(modelFolder, 'de'),
    LetterToSound.load(modelFolder, 'nl'),
  ])
  return new Pronouncer(tokens, {
    en: new EnglishWords(new WordPronouncer(lexicon, english, tokens), tokens),
    de: new SpelledWords(german, LetterToSound.exceptions(modelFolder, 'de'), GERMAN_SPELLING, tokens),
    nl: new SpelledWords(dutch, LetterToSound.exceptions(modelFolder, 'nl'), DUTCH_SPELLING, tokens),
  })
}

/** Turns what is to be said into the voice model's tokens. */
export class Pronouncer {
  readonly #tokens: TokenTable
  readonly #words: Readonly<Record<Language, Words>>

  constructor(tokens: TokenTable, words: Readonly<Record<Language, Words>>) {
    this.#tokens = tokens
    this.#words = words
  }

  /** Pronounces a segment. Whatever cannot be said gets an empty span; an empty segment is "^" and ".". */
  async encode(tokens: readonly Token[], language: Language): Promise<Encoding> {
    const sequence = tokens.flatMap((token) =>
      typeof token === 'string'
        ? [{ spoken: token, written: token }]
        : token.spoken.map((spoken) => ({ spoken, written: token.written })),
    )
    const phones = await this.#words[language].pronounce(sequence)
    const writer = new EncodingWriter(this.#tokens)
    let next = 0
    for (const token of tokens) {
      if (typeof token === 'string') {
        writer.pause(token)
        next++
      } else {
        const parts = token.spoken.flatMap((spoken): readonly (Phones | Pause)[] => {
          const said = phones[next++]!
          return isPause(spoken) ? [spoken] : said
        })
        writer.word(token.written, parts)
      }
    }
    return writer.end()
  }
}
