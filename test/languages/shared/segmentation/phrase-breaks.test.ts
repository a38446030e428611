import { expect, test } from 'bun:test'
import { LANGUAGES, localeOf } from '../../../../src/languages/registry.ts'
import { withDictation } from '../../../../src/languages/shared/segmentation/dictation.ts'
import { withPhraseBreaks } from '../../../../src/languages/shared/segmentation/phrase-breaks.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import type { Token } from '../../../../src/languages/shared/text/token.ts'
import { seeded } from '../../../support/random.ts'
import { rendered } from '../../../support/rendered.ts'
import { ORDINARY_TEXTS } from '../../../support/texts.ts'
import { wordsOf } from '../text/sound.ts'

/** Letters of the shortest phrase. */
const SHORT = 20

const said = (tag: string, text: string): Token[] => {
  const locale = localeOf(tag)
  return withDictation(normalise(text, locale), locale.language)
}

const broken = (tag: string, text: string): Token[] =>
  withPhraseBreaks(said(tag, text), localeOf(tag).language)

/** The written words, with a bar for each pause but the last. */
const shown = (tokens: readonly Token[]): string =>
  tokens
    .slice(0, -1)
    .map((token) => (typeof token === 'string' ? '|' : token.written))
    .join(' ')

test.each([
  [
    'before a word that begins a clause, rather than a phrase',
    'en-US',
    'I can see that your order was shipped on Tuesday | and should arrive at your address in Chicago by Friday.',
  ],
  [
    'before one that begins a phrase, if there is no other',
    'en-US',
    'The technician of the electrical maintenance department will come | between nine and eleven tomorrow morning.',
  ],
  [
    'as often as it takes',
    'en-US',
    'We apologize for the inconvenience | and have credited your account with the full amount of the shipping costs | that you paid on your last order.',
  ],
  [
    'in German',
    'de-DE',
    'Bitte bleiben Sie am Apparat | während ich Sie mit einer Kollegin aus der Abteilung verbinde.',
  ],
  [
    'in Dutch',
    'nl-NL',
    'Uw bestelling is gisteren verzonden | en wordt naar verwachting voor het einde van de week in Utrecht bezorgd.',
  ],
  [
    'not where marks divide already',
    'en-US',
    'Your order was shipped on Tuesday, | and it should arrive at your address in Chicago by Friday.',
  ],
  [
    'not behind a word that leans on the next',
    'en-US',
    'Everybody successfully registered | with and without authorization regardless of recommendations.',
  ],
  [
    'not behind a number',
    'en-US',
    'Everybody successfully registered 1995 and 2005 organisations regardless of our recommendations.',
  ],
  [
    'not inside of a pair',
    'en-US',
    'Both international organisations and national associations regularly publish recommendations.',
  ],
  [
    'not inside of a name with an ampersand',
    'en-US',
    'Would you like me to reserve a table | at the Rosie Quinn Bakery & Restaurant tomorrow evening?',
  ],
  [
    'not inside of a name whose words have capitals',
    'en-US',
    'I have already found a pleasant room | at the Courtyard By Riverside Old Town tomorrow night.',
  ],
  [
    'after a telephone number, also in a short sentence',
    'en-US',
    "It's 612-555-0182 | and we're at 805 North Vale Road.",
  ],
  ['after a long code', 'en-US', 'Enter 482190 | and press pound.'],
  ['not after a short number', 'en-US', 'Enter 4821 and press pound.'],
  ['not after a number that is the last of its phrase', 'en-US', 'It is 612-555-0182 today.'],
  [
    'not where nothing begins a phrase',
    'en-US',
    'Somebody electronically transmitted everything yesterday evening regardless of our recommendations.',
  ],
])('a reader pauses %s', (_, tag, expected) => {
  expect(shown(broken(tag, expected.replaceAll(' |', '')))).toBe(expected)
})

test('sentences of ordinary length have no breaks but those that are written', () => {
  for (const text of [ORDINARY_TEXTS.conversation, ORDINARY_TEXTS.digits]) {
    expect(broken('en-US', text)).toEqual(said('en-US', text))
  }
})

test('words and marks stay as they are, whatever the words, and breaks lie between long enough phrases', () => {
  const random = seeded(18)
  for (const { code, conjunctions, phraseOpeners } of LANGUAGES) {
    const openers = [...conjunctions, ...phraseOpeners]
    const locale = localeOf(code)
    for (let round = 0; round < 300; round++) {
      const words = Array.from({ length: 1 + Math.floor(random() * 60) }, () => {
        const kind = random()
        if (kind < 0.3) return openers[Math.floor(random() * openers.length)]!
        if (kind < 0.33) return ['1995', 'so,', 'well;', 'cat—which'][Math.floor(random() * 4)]!
        return 'lalalala'.slice(0, 2 + 2 * Math.floor(random() * 4))
      })
      const tokens = normalise(words.join(' '), locale)
      const withBreaks = withPhraseBreaks(tokens, locale.language)
      expect(wordsOf(withBreaks)).toEqual(wordsOf(tokens))
      let at = 0
      let letters = 0
      for (const token of withBreaks) {
        if (token === tokens[at]) {
          letters = typeof token === 'string' ? 0 : letters + token.spoken.join('').length
          at++
        } else {
          expect(token).toBe(',')
          expect(letters).toBeGreaterThanOrEqual(SHORT)
          letters = 0
        }
      }
      expect(at).toBe(tokens.length)
    }
  }
})

test('the voice is silent at a break, and the words keep their places', async () => {
  const text =
    'I can see that your order was shipped on Tuesday and should arrive at your address in Chicago by Friday.'
  const words = (await rendered(text, 'en-US')).flatMap((segment) => segment.words)
  const gaps = words.slice(1).map(({ start }, index) => start - words[index]!.end)
  const widest = gaps.indexOf(Math.max(...gaps))
  expect(words[widest]!.word).toBe('Tuesday')
  expect(gaps[widest]).toBeGreaterThan(0.06)
})
