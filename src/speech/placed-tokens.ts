import type { Locale } from '../languages/shared/language.ts'
import { NO_TAGS } from '../languages/shared/markup/markup-reader.ts'
import { withDictation } from '../languages/shared/segmentation/dictation.ts'
import { endOf, startOf } from '../languages/shared/segmentation/places.ts'
import { type Stretch, StretchReader } from '../languages/shared/segmentation/stretch-reader.ts'
import type { Dictionary } from '../languages/shared/text/dictionary.ts'
import { type Given, merged } from '../languages/shared/text/given.ts'
import { normalise } from '../languages/shared/text/normalise.ts'
import type { Pause, Token, Word } from '../languages/shared/text/token.ts'

/** A written word of a text with what is said for it, and where it stands in the text. */
export interface PlacedWord extends Word {
  /** UTF-16 code units from the start of the text, tags included. */
  readonly start: number
  readonly end: number
}

/** What tags and a dictionary say of how a stretch is read, in its order. */
export function givenIn({ text, given }: Stretch, dictionary: Dictionary | undefined): readonly Given[] {
  return merged(given, dictionary?.find(text) ?? [])
}

/** The stretches of a text to its end, with what a reader has of it before. */
export function* wholeOf(reader: StretchReader, text: string): Generator<Stretch> {
  yield* reader.push(text)
  yield* reader.flush()
}

/** What is said for a stretch of which some is given. */
export function tokensOf({ text, ending }: Stretch, locale: Locale, given: readonly Given[]): Token[] {
  return withDictation(normalise(text, locale, ending, given), locale.language)
}

/** A stretch of a text as it would be said. */
export interface PlacedStretch {
  readonly tokens: readonly (PlacedWord | Pause)[]
  /** Seconds of silence that a tag asks for instead of speech. */
  readonly silence: number | undefined
}

/** Stretches of a whole text, as a turn with that text would say it, with the places of its words. */
export function* placedStretches(
  text: string,
  locale: Locale,
  dictionary?: Dictionary,
): Generator<PlacedStretch> {
  for (const stretch of wholeOf(new StretchReader(locale.language, NO_TAGS, dictionary), text)) {
    const { silence } = stretch
    const tokens = tokensOf(stretch, locale, givenIn(stretch, dictionary))
    yield { tokens: silence === undefined ? [...placed(stretch, tokens)] : [], silence }
  }
}

function* placed(stretch: Stretch, tokens: readonly Token[]): Generator<PlacedWord | Pause> {
  let at = 0
  for (const token of tokens) {
    if (typeof token === 'string') yield token
    else {
      const from = stretch.text.indexOf(token.written, at)
      at = from + token.written.length
      yield { ...token, start: startOf(stretch.places, from), end: endOf(stretch.places, at - 1) }
    }
  }
}
