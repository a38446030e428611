import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { localeOf } from '../../../../src/languages/registry.ts'
import { Dictionary } from '../../../../src/languages/shared/text/dictionary.ts'
import { heard, segmentsIn } from '../../../support/heard.ts'
import { inOwnProcess } from '../../../support/own-process.ts'
import { seeded } from '../../../support/random.ts'
import { ORDINARY_TEXTS } from '../../../support/texts.ts'
import { timesAsLong } from '../../../support/thread-time.ts'
import { DICTIONARIES } from './dictionaries.ts'

describe.each(Object.entries(DICTIONARIES))('with a dictionary in %s', (tag, { entries, texts }) => {
  const dictionary = new Dictionary(entries, localeOf(tag).language)

  test.each(texts)('%j is heard as %j', (text, expected) => {
    expect(heard(text, tag, dictionary)).toBe(expected)
  })

  test('texts are read the same however they are split', () => {
    const random = seeded(5)
    const text = texts.map(([each]) => each).join(' ')
    const whole = segmentsIn([text], tag, dictionary)
    for (let round = 0; round < 20; round++) {
      const pieces: string[] = []
      for (let at = 0; at < text.length; ) {
        const length = 1 + Math.floor(random() * 20)
        pieces.push(text.slice(at, at + length))
        at += length
      }
      expect(segmentsIn(pieces, tag, dictionary)).toEqual(whole)
    }
  })

  test('the words as written are those of the text', () => {
    for (const [text] of texts) {
      if (/[<—]|&amp;/.test(text)) continue // tags and references are not written, and dashes end a segment inside a word
      const written = segmentsIn([text], tag, dictionary).flatMap(({ segment }) =>
        (segment?.tokens ?? []).flatMap((token) => (typeof token === 'string' ? [] : token.written)),
      )
      if (written.length > 0) expect(written.join(' ')).toBe(text.replace(/\s+/g, ' '))
    }
  })
})

const ENGLISH = localeOf('en-US').language

describe('10,000 entries', () => {
  const text = Object.values(ORDINARY_TEXTS).join(' ')
  const entries = (word: (index: number) => string) =>
    Array.from({ length: 10_000 }, (_, index) => ({ text: word(index), respelling: 'so' }))

  test.each<[string, (index: number) => string]>([
    ['of different words', (index) => `word${index}`],
    ['that all begin with a word of the text', (index) => `the ${index}`],
    [
      'in all kinds of capitals',
      (index) =>
        Array.from('abcdefghijklmn', (letter, at) =>
          (index >> at) & 1 ? letter.toUpperCase() : letter,
        ).join(''),
    ],
  ])('%s cost no more to look in than ten of them', (_, word) => {
    const many = entries(word)
    const [few, all] = [new Dictionary(many.slice(0, 10), ENGLISH), new Dictionary(many, ENGLISH)]
    const times = timesAsLong(
      () => all.find(text),
      () => few.find(text),
      3,
    )
    expect(times).toBeLessThan(3)
  })

  test('are all found', () => {
    const dictionary = new Dictionary(
      entries((index) => `gadget ${index}`),
      ENGLISH,
    )
    for (const index of [0, 4711, 9999])
      expect(dictionary.find(`a gadget ${index}.`)).toEqual([
        { from: 2, to: 9 + `${index}`.length, said: { as: 'text', text: 'so' } },
      ])
  })
})

test('looking takes time in proportion to the text, whatever is in the entries', () => {
  const phrase = Array.from({ length: 100 }, () => 'a').join(' ')
  const dictionary = new Dictionary(
    [
      { text: `${phrase} b`, respelling: 'x' },
      { text: 'a!!!!!!!!!!!!!!!!!!!!?', respelling: 'y' },
    ],
    ENGLISH,
  )
  for (const unit of ['a ', 'a', 'a!', '!', "a's "]) {
    const short = unit.repeat(1000)
    const long = short.repeat(4)
    const growth = timesAsLong(
      () => dictionary.find(long),
      () => dictionary.find(short),
      9,
    )
    expect(growth).toBeLessThan(9)
  }
})

test('an entry takes as much memory whatever signs are in it', async () => {
  const sizes = await inOwnProcess(join(import.meta.dir, 'fixtures/size-of-entries.ts'))
  const { ofLetters, ofSigns } = sizes as { ofLetters: number; ofSigns: number }
  expect(ofLetters).toBeGreaterThan(100_000)
  expect(ofSigns / ofLetters).toBeLessThan(5)
})
