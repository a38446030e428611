import { alignText, MARK } from './aligned-text.ts'
import { type Given, type SaidWord, saidWordsOf } from './given.ts'
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
 * @param given stretches of it that are said in a way of their own, in their order, none over another
 */
export function normalise(
  segment: string,
  locale: TextLocale,
  ending: Pause = '.',
  given: readonly Given[] = [],
): Token[] {
  const { input, written, starts, marked } = alignText(segment, locale, given)
  const builder = new TokenBuilder(written)
  let index = 0
  const moveTo = (at: number) => {
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index++
  }
  const utter = ({ at, words }: Verbalization) => {
    moveTo(at)
    for (const word of words.split(' ')) {
      if (isPause(word)) builder.pause(word)
      else builder.say(index, word)
    }
    input.opensSentence = /[.?!:]$/.test(words)
  }
  let shares: SaidWord[][] = []
  let shared: readonly string[] | undefined // the stretch that they are for
  let mark = 0
  const utterMark = (at: number) => {
    moveTo(at)
    const { said, stretch, place } = marked[mark++]!
    if (shared !== stretch) shares = saidWordsOf(said, stretch, locale, (text) => readAlone(text, locale))
    shared = stretch
    for (const utterance of shares[place]!) {
      if (typeof utterance === 'string') builder.pause(utterance)
      else builder.say(index, utterance.word, utterance)
    }
    input.opensSentence = false
    input.afterNumber = false
  }
  for (let at = 0; at < input.text.length; ) {
    if (input.text[at] === MARK) {
      utterMark(at++)
      continue
    }
    const { end, said, isNumber } = locale.language.read(input, at)
    said.forEach(utter)
    for (let passed = at; passed < end; passed++) if (input.text[passed] === MARK) mark++ // read as part of a link
    input.afterNumber = isNumber ?? (input.afterNumber && /\s/.test(input.text[at]!))
    at = end
  }
  return builder.end(ending)
}

/** What is said for a text that stands for another. */
function readAlone(text: string, locale: TextLocale): SaidWord[] {
  const tokens = normalise(text, locale).slice(0, -1)
  return tokens.flatMap((token): SaidWord[] =>
    typeof token === 'string'
      ? [token]
      : token.spoken.map((spoken) => (isPause(spoken) ? spoken : { word: spoken })),
  )
}
