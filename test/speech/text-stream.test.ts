import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'
import { type TextSegment, TextStream } from '../../src/speech/text-stream.ts'
import { seeded } from '../support/random.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { ORDINARY_TEXTS } from '../support/texts.ts'

function inPieces(text: string, random: () => number): TextSegment[] {
  const stream = new TextStream(localeOf('en-US'))
  const segments: TextSegment[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 20)
    segments.push(...stream.push(text.slice(at, at + length)))
    at += length
  }
  return [...segments, ...stream.flush()]
}

describe.each(Object.entries(ORDINARY_TEXTS))('%s', (_, text) => {
  test('gives the same segments in any pieces, and they reach to its end', () => {
    const whole = segmentsOf(text)
    for (let seed = 0; seed < 20; seed++) expect(inPieces(text, seeded(seed))).toEqual(whole)
    expect(whole.at(-1)!.end).toBe(text.length)
  })

  test('is forecast as long as its segments are, piece by piece too', async () => {
    const seconds = segmentsOf(text).reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
    expect(await new TextStream(localeOf('en-US')).forecast(text, 120)).toMatchObject({
      seconds,
      isAudible: true,
    })
    const stream = new TextStream(localeOf('en-US'))
    stream.push(text.slice(0, 100))
    expect((await stream.forecast(text.slice(100), 120)).seconds).toBeCloseTo(seconds, 9)
  })
})

test('a forecast takes nothing', async () => {
  const stream = new TextStream(localeOf('en-US'))
  stream.push('One sentence is here. And ')
  await stream.forecast('another one. And more.', 120)
  expect(stream.push('so on.').concat(stream.flush())).toEqual(
    segmentsOf('One sentence is here. And so on.').slice(1),
  )
})

test('what has nothing to be said is a segment without speech', async () => {
  expect(segmentsOf('…')).toEqual([{ segment: undefined, silentWords: ['…'], end: 1 }])
  expect(await new TextStream(localeOf('en-US')).forecast('…', 120)).toMatchObject({
    seconds: 0,
    isAudible: false,
  })
})

test.each([
  ['', '</speed>', true],
  ['', '…', true],
  ['', '<break time="1s"/>', false],
  ['', '<break time="0s"/>', true],
  ['', 'so', false],
  ['good mor', '</speed>', false], // it waits
])('after %j, that nothing is heard of %j is %j', async (before, text, isSilent) => {
  const stream = new TextStream(localeOf('en-US'))
  stream.push(before)
  expect((await stream.forecast(text, 120)).isSilent).toBe(isSilent)
})

test('words wait until they are flushed', () => {
  const stream = new TextStream(localeOf('en-US'))
  expect(stream.isWaiting).toBe(false)
  expect(stream.push('so good mor')).toEqual([])
  expect(stream.isWaiting).toBe(true)
  expect(stream.flushWords().map(({ end }) => end)).toEqual([8])
  expect(stream.isWaiting).toBe(true)
  expect(stream.flush().map(({ end }) => end)).toEqual([11])
  expect(stream.isWaiting).toBe(false)
})

test('a flush for which nothing waits is done where the text so far ends', () => {
  const stream = new TextStream(localeOf('en-US'))
  stream.push('Hello.')
  expect(stream.flush(0)).toMatchObject([{ flushId: 0, end: 6 }])
  expect(stream.flush(1)).toEqual([{ segment: undefined, flushId: 1, end: 6 }])
})

test.each([
  ['a tag', '<speed ratio="0.8">Let me check.</speed>', 40],
  ['white space after a break', 'One moment.<break time="500ms"/> ', 33],
])('%s at the end of the text so far is a segment without speech', (_, text, end) => {
  const stream = new TextStream(localeOf('en-US'))
  expect(stream.push(text).at(-1)!.end).toBeLessThan(end)
  expect(stream.silentEnd()).toEqual([{ segment: undefined, end }])
  expect(stream.silentEnd()).toEqual([])
  stream.push(' And')
  expect(stream.silentEnd()).toEqual([]) // it waits with the word
})

test('a transcript is cut and read in its language', () => {
  const stream = new TextStream(localeOf('de-DE'))
  const segments = [...stream.push('Am 3. Mai kommt Dr. Weber. Ja.'), ...stream.flush()]
  expect(segments.map(({ end }) => end)).toEqual([27, 30])
  const words = segments[0]!.segment!.tokens.flatMap((token) =>
    typeof token === 'string' ? [] : token.spoken,
  )
  expect(words.join(' ')).toBe('am dritten mai kommt doktor weber')
})

test('a forecast stops reading once the speech is longer than the limit', async () => {
  const { seconds } = await new TextStream(localeOf('en-US')).forecast(
    'The doctor can see you. '.repeat(100),
    5,
  )
  expect(seconds).toBeGreaterThan(5)
  expect(seconds).toBeLessThan(10)
})
