import { isPause, type Token } from '../../../languages/shared/text/token.ts'
import type { SpokenTime, Time, WordTime } from '../../shared/engine.ts'

/** What is said for a written word, with where it stands in a text: characters, half open. */
interface PlacedWord {
  readonly written: string
  readonly said: readonly { readonly word: string; readonly from: number; readonly to: number }[]
}

/** A segment's text for a model that reads characters, with its words. */
export interface MmsText {
  readonly text: string
  readonly words: readonly PlacedWord[]
}

/**
 * The words of a segment as they are said, in lower case, with spaces between, and the pause marks: without characters that
 * the model does not have.
 *
 * @param known the characters of a word that the model has
 */
export function mmsText(tokens: readonly Token[], known: (word: string) => string): MmsText {
  let text = ''
  const add = (said: string) => {
    const word = known(said)
    if (word === '') return { from: text.length, to: text.length }
    if (text !== '' && !isPause(said)) text += ' '
    const from = text.length
    text += word
    return { from, to: text.length }
  }
  const words: PlacedWord[] = []
  for (const token of tokens) {
    if (typeof token === 'string') add(token)
    else {
      const said = token.spoken.map((word) => ({ word, ...add(word.toLowerCase()) }))
      words.push({
        written: token.written,
        said: said.filter(({ word, from, to }) => !isPause(word) && to > from),
      })
    }
  }
  return { text, words }
}

/**
 * When the words are heard.
 *
 * @param times of the characters of the text
 */
export function mmsWordTimes({ words }: MmsText, times: readonly Time[]): WordTime[] {
  let end = 0
  return words.map(({ written, said }) => {
    const spoken = said.map(({ word, from, to }): SpokenTime => {
      end = times[to - 1]!.end
      return { word, start: times[from]!.start, end, phones: [] }
    })
    return { word: written, start: spoken[0]?.start ?? end, end, said: spoken }
  })
}
