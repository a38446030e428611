import { alignText } from './aligned-text.ts'
import type { TextLocale, Verbalization } from './reading.ts'
import { isPause, type Pause, type Token } from './token.ts'
import { TokenBuilder } from './token-builder.ts'

/**
 * Reads a segment: its words as written with what is said for each, and the pauses between them. Never throws,
 * whatever the text, and takes time in proportion to its length. Words have nothing to say where the text has nothing
 * that can be spoken. The written words joined by single spaces are the segment with its whitespace collapsed.
 *
 * @param ending the pause that ends the segment when its text has none there: ',' for a segment that was cut in
 *   the middle of a sentence
 */
export function normalise(segment: string, locale: TextLocale, ending: Pause = '.'): Token[] {
  const { input, written, starts } = alignText(segment, locale)
  const builder = new TokenBuilder(written)
  let index = 0
  const utter = ({ at, words }: Verbalization) => {
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index++
    for (const word of words.split(' ')) {
      if (isPause(word)) builder.pause(word)
      else builder.say(index, word)
    }
    input.opensSentence = /[.?!:]$/.test(words)
  }
  for (let at = 0; at < input.text.length; ) {
    const { end, said, isNumber } = locale.language.read(input, at)
    said.forEach(utter)
    input.afterNumber = isNumber ?? (input.afterNumber && /\s/.test(input.text[at]!))
    at = end
  }
  return builder.end(ending)
}
