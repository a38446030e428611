import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { Segmenter } from '../../../../src/languages/shared/segmentation/segmenter.ts'
import { seeded } from '../../../support/random.ts'
import { segmentsIn, testCuts, testFlushedWords } from '../../shared/segmentation/segmenting.ts'
import { SEGMENTS } from './segments.ts'

const MAX_LENGTH = 220

const segmentsOf = segmentsIn('en-US')

testCuts('en-US', SEGMENTS)

describe('a stretch without punctuation is split', () => {
  const clause = 'the quick brown fox jumps over the lazy dog while the cat sleeps in the warm sun '

  test('before a conjunction or preposition when there is no clause end', () => {
    const [first] = segmentsOf(clause.repeat(4))
    expect(first!.length).toBeLessThanOrEqual(MAX_LENGTH)
    expect(clause.repeat(4).slice(first!.length)).toStartWith('while the cat')
  })

  test('but not before a number, which is read by what is before it', () => {
    const text = `${clause.repeat(2)}and your new card that is ending in 4821 works here ${clause}`
    expect(segmentsOf(text)[0]).toEndWith('and your new card ')
  })

  test('at a space when there is no conjunction', () => {
    const segments = segmentsOf('apple '.repeat(100))
    expect(segments.every((segment) => segment.endsWith(' '))).toBe(true)
    expect(Math.max(...segments.map((segment) => segment.length))).toBeLessThanOrEqual(MAX_LENGTH)
  })

  test('anywhere when there is no space', () => {
    expect(segmentsOf('x'.repeat(1000)).map((segment) => segment.length)).toEqual([220, 220, 220, 220, 120])
  })

  test('but not inside a character', () => {
    for (const segment of segmentsOf(`x${'😀'.repeat(500)}`)) expect(segment.isWellFormed()).toBe(true)
  })
})

describe('text that comes piece by piece', () => {
  test('is cut as the whole text is, code unit by code unit and in random pieces', () => {
    const random = seeded(7)
    for (let round = 0; round < 200; round++) {
      const transcript = randomTranscript(random)
      const whole = segmentsOf(transcript)
      expect(segmentsOf(...transcript.split(''))).toEqual(whole)
      const pieces: string[] = []
      for (let at = 0; at < transcript.length; ) {
        const length = 1 + Math.floor(random() * 9)
        pieces.push(transcript.slice(at, at + length))
        at += length
      }
      expect(segmentsOf(...pieces)).toEqual(whole)
    }
  })

  test('gives a sentence as soon as the next word begins', () => {
    const segmenter = new Segmenter(localeOf('en-US').language)
    expect(segmenter.push('Good morning. ')).toEqual([])
    expect(segmenter.push('H')).toEqual(['Good morning. '])
  })

  test('after an abbreviation waits for the next word, or 12 characters of it', () => {
    const segmenter = new Segmenter(localeOf('en-US').language)
    expect(segmenter.push('I moved to the U.S. Th')).toEqual([])
    expect(segmenter.push('en ')).toEqual(['I moved to the U.S. '])
    const other = new Segmenter(localeOf('en-US').language)
    expect(other.push('It was Acme Inc. Pneumonoultr')).toEqual([])
    expect(other.push('a')).toEqual(['It was Acme Inc. '])
  })
})

describe('flush', () => {
  test('gives what is buffered and goes on after it', () => {
    const segmenter = new Segmenter(localeOf('en-US').language)
    expect(segmenter.push('Let me see')).toEqual([])
    expect(segmenter.flush()).toEqual(['Let me see'])
    expect(segmenter.push(' if I can. Yes')).toEqual([' if I can. '])
    expect(segmenter.flush()).toEqual(['Yes'])
    expect(segmenter.flush()).toEqual([])
  })

  test('keeps whitespace for the next segment', () => {
    const segmenter = new Segmenter(localeOf('en-US').language)
    segmenter.push(' \n')
    expect(segmenter.flush()).toEqual([])
    expect([...segmenter.push('Yes.'), ...segmenter.flush()]).toEqual([' \nYes.'])
  })

  test('decides what waited for the next word', () => {
    const segmenter = new Segmenter(localeOf('en-US').language)
    segmenter.push('I moved to the U.S. She')
    expect(segmenter.flush()).toEqual(['I moved to the U.S. ', 'She'])
  })
})

testFlushedWords('en-US', [
  ['so good mor', 'so good ', 'mor'],
  ['so good mor ', 'so good mor ', ''],
  ['it is mine ', 'it is mine ', ''],
  ['That is all.', 'That is all.', ''],
  ['he said “yes,” ', 'he said “yes,” ', ''],
  ['I live with Dr. ', 'I live with ', 'Dr. '],
  ['I live with Dr. Smi', 'I live with ', 'Dr. Smi'],
  ['it costs $', 'it costs ', '$'],
  ['it costs $5 ', 'it costs ', '$5 '],
  ['it is 3.', 'it is ', '3.'],
  ['call 555 ', 'call ', '555 '],
  ['今天，', '今天，', ''],
  ['Hel', '', 'Hel'],
  [' \n', '', ' \n'],
])

test('a clone goes on from the same text, and takes nothing from the other', () => {
  const segmenter = new Segmenter(localeOf('en-US').language)
  segmenter.push('One sentence. Two')
  const clone = segmenter.clone()
  expect([...clone.push(' words. More'), ...clone.flush()]).toEqual(['Two words. ', 'More'])
  expect(segmenter.flush()).toEqual(['Two'])
})

test('whitespace alone makes no segment', () => {
  for (const transcript of ['', ' ', '\n\n', ' \t\u00a0 ']) expect(segmentsOf(transcript)).toEqual([])
})

test('the segments joined are the transcript, none is blank and none too long', () => {
  const random = seeded(11)
  for (let round = 0; round < 500; round++) {
    const transcript = `a${randomTranscript(random)}`
    const segments = segmentsOf(transcript)
    expect(segments.join('')).toBe(transcript)
    for (const segment of segments) {
      expect(segment.trim()).not.toBe('')
      expect(segment.trim().length).toBeLessThanOrEqual(MAX_LENGTH)
    }
  }
})

const PIECES = [
  ...[
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    '\n\n',
    ', ',
    '; ',
    ': ',
    ' — ',
    '—',
    '...',
    '…',
    '. ',
    '? ',
    '! ',
    '?! ',
    '."',
  ],
  ...[
    'and',
    'Then',
    'the',
    'Dr.',
    'U.S.',
    'e.g.',
    'J.',
    '5',
    '3.14',
    '1,000',
    'p.m.',
    '1.',
    '- ',
    '😀',
    '👍🏽',
    '。',
  ],
  ...['，', '你好', '」', '"', '(', ')', '\ud83d', '\ude00', 'é', 'word', 'https://a.b/c', 'x'.repeat(90)],
]

/** Up to 60 of the pieces above, now and then some hundreds. */
function randomTranscript(random: () => number): string {
  const count = random() < 0.1 ? 400 : Math.floor(random() * 60)
  return Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)]!).join('')
}
