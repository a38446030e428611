import { describe, expect, test } from 'bun:test'
import { Segmenter } from '../../../../src/speech/text/segmenter.ts'
import { SEGMENTS } from './segments.ts'

function segmentsOf(...pushes: string[]): string[] {
  const segmenter = new Segmenter('de-DE')
  return [...pushes.flatMap((text) => segmenter.push(text)), ...segmenter.flush()]
}

describe('a transcript is cut where a speaker would pause', () => {
  for (const expected of SEGMENTS) {
    const transcript = expected.join('')
    test(JSON.stringify(transcript), () => expect(segmentsOf(transcript)).toEqual([...expected]))
  }
})

test('text that comes piece by piece is cut as the whole text is, wherever it was split', () => {
  for (const expected of SEGMENTS) {
    const transcript = expected.join('')
    expect(segmentsOf(...transcript.split(''))).toEqual([...expected])
    for (let at = 0; at <= transcript.length; at++) {
      expect(segmentsOf(transcript.slice(0, at), transcript.slice(at))).toEqual([...expected])
    }
  }
})

test('a stretch without punctuation is split before a conjunction, preposition or article', () => {
  const clause = 'schnelle braune Füchse springen gern weit während Katzen Mäuse jagen '
  const [first] = segmentsOf(clause.repeat(4))
  expect(first!.length).toBeLessThanOrEqual(220)
  expect(clause.repeat(4).slice(first!.length)).toStartWith('während Katzen')
})

describe('flushing words keeps what may go on', () => {
  test.each([
    ['so guten Mor', 'so guten ', 'Mor'],
    ['ich kenne Dr. ', 'ich kenne ', 'Dr. '],
    ['am 3. ', 'am ', '3. '],
    ['es gilt z. B. ', 'es gilt ', 'z. B. '],
    ['es kostet 5 ', 'es kostet ', '5 '],
    ['Das war es.', 'Das war es.', ''],
  ])('%j', (text, given, kept) => {
    const segmenter = new Segmenter('de-DE')
    segmenter.push(text)
    expect(segmenter.flushWords().join('')).toBe(given)
    expect([...segmenter.push('x'), ...segmenter.flush()].join('')).toBe(`${kept}x`)
  })
})
