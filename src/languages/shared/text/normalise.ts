import { pageOf } from './aligned-text.ts'
import { frontOf } from './fronts.ts'
import type { Said } from './reading.ts'
import { isPause, type Locale, type Pause, type Token } from './token.ts'
import { TokenBuilder } from './token-builder.ts'

/**
 * Reads a segment: its words as written with what is said for each, and the pauses between them. Never throws,
 * whatever the text, and takes time in proportion to its length. Words have nothing to say where the text has nothing
 * that can be spoken. The written words joined by single spaces are the segment with its whitespace collapsed.
 *
 * @param ending the pause that ends the segment when its text has none there: ',' for a segment that was cut in
 *   the middle of a sentence
 */
export function normalise(segment: string, locale: Locale, ending: Pause = '.'): Token[] {
  const { clean, read } = frontOf(locale)
  const { passage, written, starts } = pageOf(segment, locale, clean)
  const builder = new TokenBuilder(written)
  let index = 0
  const utter = ({ at, words }: Said) => {
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index++
    for (const word of words.split(' ')) {
      if (isPause(word)) builder.pause(word)
      else builder.say(index, word)
    }
    passage.opensSentence = /[.?!:]$/.test(words)
  }
  for (let at = 0; at < passage.text.length; ) {
    const { end, said, isNumber } = read(passage, at)
    said.forEach(utter)
    passage.afterNumber = isNumber ?? (passage.afterNumber && /\s/.test(passage.text[at]!))
    at = end
  }
  return builder.end(ending)
}
