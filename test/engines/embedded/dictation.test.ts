import { describe, expect, test } from 'bun:test'
import { isLetter } from '../../../src/languages/shared/text/token.ts'
import { listedVoices } from '../../support/listed-voices.ts'
import { rendered } from '../../support/rendered.ts'

/** What is dictated, and a sentence with abbreviations. */
const SAYINGS = {
  'en-US': [
    ['Your PIN is 4829.', 'Your code is A7B9K2.', 'It is spelled A-L-A-N.'],
    'The USA and the BBC met the CIA.',
  ],
  'de-DE': [['Ihre PIN ist 4829.', 'Mein Name ist M-E-I-E-R.'], 'Die EU und die USA sprechen mit der AOK.'],
  'nl-NL': [['Uw pincode is 4829.', 'Uw code is K7B9K2.'], 'De EU en de USA spreken met de AIVD.'],
} as const

/** Seconds that a dictated character, and the letter of an abbreviation, last at least at speed 1. */
const DICTATED = 0.27
const LETTER = 0.15

describe.each(Object.entries(SAYINGS))('in %s', (tag, [dictated, abbreviated]) => {
  const voices = listedVoices().filter(({ language }) => tag.startsWith(language.slice(0, 2)))

  describe.each(voices.map(({ name, speaker }) => [name, { ...speaker, speed: 1 }] as const))(
    '%s',
    (_, speaker) => {
      const lengths = async (text: string) =>
        (await rendered(text, tag, speaker)).flatMap(({ segment, words }) => {
          const characters = segment.tokens.flatMap((token) =>
            typeof token === 'string'
              ? []
              : [token.spoken.filter((word, at) => token.dictated?.[at] ?? isLetter(word))],
          )
          return words.flatMap(({ said }, index) =>
            said.filter(({ word }) => characters[index]!.includes(word)).map(({ start, end }) => end - start),
          )
        })

      test('gives each dictated character its time', async () => {
        for (const text of dictated) {
          const seconds = await lengths(text)
          expect(seconds.length).toBeGreaterThan(3)
          expect(Math.min(...seconds)).toBeGreaterThan(DICTATED)
        }
      })

      test('says abbreviations faster, and all their letters', async () => {
        const seconds = await lengths(abbreviated)
        expect(Math.min(...seconds)).toBeGreaterThan(LETTER)
        expect(seconds.reduce((sum, each) => sum + each, 0) / seconds.length).toBeLessThan(DICTATED)
      })
    },
  )
})
