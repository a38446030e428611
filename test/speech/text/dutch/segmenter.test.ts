import { describe, expect, test } from 'bun:test'
import { Segmenter } from '../../../../src/speech/text/segmenter.ts'
import { SEGMENTS } from './segments.ts'

function segmentsOf(...pushes: string[]): string[] {
  const segmenter = new Segmenter('nl-NL')
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

test('a stretch without punctuation is split before a conjunction or preposition', () => {
  const clause = 'snelle bruine vossen springen graag ver terwijl katten muizen vangen '
  const [first] = segmentsOf(clause.repeat(4))
  expect(first!.length).toBeLessThanOrEqual(220)
  expect(clause.repeat(4).slice(first!.length)).toStartWith('terwijl katten')
})

describe('flushing words keeps what may go on', () => {
  test.each([
    ['zo goede mor', 'zo goede ', 'mor'],
    ['ik ken dr. ', 'ik ken ', 'dr. '],
    ['zie o.a. ', 'zie ', 'o.a. '],
    ['het kost € 5 ', 'het kost ', '€ 5 '],
    ['het begint om 9 ', 'het begint om ', '9 '],
    ["dat is 's ", "dat is 's ", ''],
    ['Dat was het.', 'Dat was het.', ''],
  ])('%j', (text, given, kept) => {
    const segmenter = new Segmenter('nl-NL')
    segmenter.push(text)
    expect(segmenter.flushWords().join('')).toBe(given)
    expect([...segmenter.push('x'), ...segmenter.flush()].join('')).toBe(`${kept}x`)
  })
})
