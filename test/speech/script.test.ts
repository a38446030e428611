import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'
import { type Line, Script } from '../../src/speech/script.ts'
import { seeded } from '../support/random.ts'
import { linesOf } from '../support/script.ts'
import { ORDINARY_TEXTS } from '../support/texts.ts'

function inPieces(text: string, random: () => number): Line[] {
  const script = new Script(localeOf('en-US'))
  const lines: Line[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 20)
    lines.push(...script.push(text.slice(at, at + length)))
    at += length
  }
  return [...lines, ...script.flush()]
}

describe.each(Object.entries(ORDINARY_TEXTS))('%s', (_, text) => {
  test('gives the same lines in any pieces, and they reach to its end', () => {
    const whole = linesOf(text)
    for (let seed = 0; seed < 20; seed++) expect(inPieces(text, seeded(seed))).toEqual(whole)
    expect(whole.at(-1)!.end).toBe(text.length)
  })

  test('is forecast as long as its lines are, piece by piece too', async () => {
    const seconds = linesOf(text).reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
    expect(await new Script(localeOf('en-US')).forecast(text, 120)).toEqual({ seconds, isSpoken: true })
    const script = new Script(localeOf('en-US'))
    script.push(text.slice(0, 100))
    expect((await script.forecast(text.slice(100), 120)).seconds).toBeCloseTo(seconds, 9)
  })
})

test('a forecast takes nothing', async () => {
  const script = new Script(localeOf('en-US'))
  script.push('One sentence is here. And ')
  await script.forecast('another one. And more.', 120)
  expect(script.push('so on.').concat(script.flush())).toEqual(
    linesOf('One sentence is here. And so on.').slice(1),
  )
})

test('what has nothing to be said is a line without a segment', async () => {
  expect(linesOf('…')).toEqual([{ segment: undefined, end: 1 }])
  expect(await new Script(localeOf('en-US')).forecast('…', 120)).toEqual({ seconds: 0, isSpoken: false })
})

test('words wait until they are flushed', () => {
  const script = new Script(localeOf('en-US'))
  expect(script.isWaiting).toBe(false)
  expect(script.push('so good mor')).toEqual([])
  expect(script.isWaiting).toBe(true)
  expect(script.flushWords().map(({ end }) => end)).toEqual([8])
  expect(script.isWaiting).toBe(true)
  expect(script.flush().map(({ end }) => end)).toEqual([11])
  expect(script.isWaiting).toBe(false)
})

test('a transcript is cut and read in its language', () => {
  const script = new Script(localeOf('de-DE'))
  const lines = [...script.push('Am 3. Mai kommt Dr. Weber. Ja.'), ...script.flush()]
  expect(lines.map(({ end }) => end)).toEqual([27, 30])
  const words = lines[0]!.segment!.tokens.flatMap((token) => (typeof token === 'string' ? [] : token.spoken))
  expect(words.join(' ')).toBe('am dritten mai kommt doktor weber')
})
