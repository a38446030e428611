import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'
import { placedStretches } from '../../src/speech/placed-tokens.ts'
import { TextStream } from '../../src/speech/text-stream.ts'
import { heard, segmentsIn } from '../support/heard.ts'
import { seeded } from '../support/random.ts'
import { timesAsLong } from '../support/thread-time.ts'
import { TAGGED_TEXTS } from './tagged-texts.ts'

const ALL = Object.entries(TAGGED_TEXTS).flatMap(([tag, texts]) => texts.map(([text]) => ({ tag, text })))

/** What follows a "<" waits for no more than this (UTF-16 code units); what is in a tag that says how it is read, for more. */
const MOST_OF_TAG = 320
const MOST_OF_CONTENT = 600

function inPieces(text: string, random: () => number, longest: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * longest)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

describe.each(Object.entries(TAGGED_TEXTS))('in %s', (tag, texts) => {
  test.each(texts)('%j is heard as %j', (text, expected) => {
    expect(heard(text, tag)).toBe(expected)
  })
})

describe('however a text with tags is split', () => {
  test('its segments are the same, code unit by code unit and in any two pieces', () => {
    for (const { tag, text } of ALL) {
      const whole = segmentsIn([text], tag)
      expect(segmentsIn(text.split(''), tag)).toEqual(whole)
      for (let at = 1; at < text.length; at++)
        expect(segmentsIn([text.slice(0, at), text.slice(at)], tag)).toEqual(whole)
    }
  })

  test('so are those of many texts in a row, in pieces of any length', () => {
    const random = seeded(17)
    for (let round = 0; round < 150; round++) {
      const { tag } = ALL[Math.floor(random() * ALL.length)]!
      const own = ALL.filter((each) => each.tag === tag)
      const texts = Array.from({ length: 8 }, () => own[Math.floor(random() * own.length)]!.text)
      const text = texts.join(random() < 0.5 ? ' ' : '')
      const whole = segmentsIn([text], tag)
      for (const longest of [2, 12, 80])
        expect(segmentsIn(inPieces(text, random, longest), tag)).toEqual(whole)
    }
  })

  test('and so are those of what is nearly a tag', () => {
    const random = seeded(18)
    const parts = [
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      ' ',
      'break',
      'spell',
      'sub',
      ' time="1s"',
      ' alias="x"',
      '</',
      '/>',
      '!--',
      'a',
      '1',
      'é',
      '<spell>',
      '</spell>',
      '<speed ratio="1.5">',
      '</speed>',
      '. ',
      '\n',
    ]
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 30 }, () => parts[Math.floor(random() * parts.length)]!).join('')
      const whole = segmentsIn([text], 'en-US')
      expect(segmentsIn(text.split(''), 'en-US')).toEqual(whole)
      expect(segmentsIn(inPieces(text, random, 20), 'en-US')).toEqual(whole)
    }
  })

  test('it is forecast as it is spoken', async () => {
    for (const { tag, text } of ALL) {
      const segments = segmentsIn([text], tag)
      const seconds = segments.reduce(
        (sum, { segment, silence }) => sum + (segment?.seconds ?? 0) + (silence ?? 0),
        0,
      )
      const stream = new TextStream(localeOf(tag))
      stream.push(text.slice(0, 9))
      const forecast = await stream.forecast(text.slice(9), 1000)
      expect(forecast.seconds).toBeCloseTo(seconds, 9)
      expect(forecast.isAudible).toBe(
        segments.some(({ segment, silence = 0 }) => segment !== undefined || silence > 0),
      )
    }
  })
})

test('timestamps echo the text without its tags', () => {
  const texts = [
    '<s>One <b>two</b></s>',
    'three.<break time="1s"/>Four <spell>AB 1</spell>,',
    'a < b <emotion value="sad"/>five',
  ]
  const words = segmentsIn([texts.join(' ')], 'en-US').flatMap(({ segment }) =>
    (segment?.tokens ?? []).flatMap((token) => (typeof token === 'string' ? [] : token.written)),
  )
  expect(words.join(' ')).toBe('One two three. Four AB 1, a < b five')
})

test('the places of words are those in the text, tags included', () => {
  for (const { tag, text } of ALL) {
    let end = 0
    for (const token of [...placedStretches(text, localeOf(tag))].flatMap(({ tokens }) => tokens)) {
      if (typeof token === 'string') continue
      expect(token.start).toBeGreaterThanOrEqual(end)
      const source = text.slice(token.start, token.end).replace(/<[^<>]*>/g, '')
      if (!token.written.includes('<') && !source.includes('&')) expect(source).toBe(token.written)
      end = token.end
    }
  }
})

test('speech that is faster is predicted to be shorter, and silence to last as long as it does', () => {
  const seconds = (text: string) =>
    segmentsIn([text], 'en-US').map(({ segment, silence }) => segment?.seconds ?? silence)
  const [usual] = seconds('So it is.')
  expect(seconds('<speed ratio="1.25"/>So it is.')[0]).toBeCloseTo(usual! / 1.25, 9)
  expect(seconds('So it is.<break time="1500ms"/>')).toEqual([usual, 1.5])
})

describe('what may be a tag', () => {
  test('waits until it is decided, and no longer', () => {
    const stream = new TextStream(localeOf('en-US'))
    expect(stream.push('Hello there. <bre')).toEqual([])
    expect(stream.isWaiting).toBe(true)
    expect(stream.push('ak time="1s"/').length).toBe(0)
    expect(stream.push('>').map(({ silence }) => silence)).toEqual([undefined, 1])
    expect(stream.isWaiting).toBe(false)
    expect(stream.push('One two. <3').length).toBe(1) // no tag begins with a digit
  })

  test('is text when it is flushed, and is kept when only words are', () => {
    const stream = new TextStream(localeOf('en-US'))
    stream.push('Hello there. <b')
    expect(stream.flushWords().map(({ end }) => end)).toEqual([13])
    expect(stream.isWaiting).toBe(true)
    expect(stream.flush().map(({ end }) => end)).toEqual([15])
    expect(stream.isWaiting).toBe(false)
  })

  test.each([
    ['a tag', '<b ', 'a ', MOST_OF_TAG],
    ['a value', '<b c="', 'd. ', MOST_OF_TAG],
    ['a comment', '<!--', ' so. ', MOST_OF_TAG],
    ['content', '<spell>', '<b>a</b>. ', MOST_OF_CONTENT],
  ])('is text after a bounded length: %s', (_, opening, unit, most) => {
    const stream = new TextStream(localeOf('en-US'))
    let length = opening.length
    stream.push(opening)
    while (stream.push(unit).length === 0 && length < 10_000) length += unit.length
    expect(length).toBeLessThan(most + 240) // what waits is cut as ever
  })
})

describe('a flood of tags takes time in proportion to its length', () => {
  const FLOODS = [
    '<',
    '<a',
    '<a ',
    '<a b="',
    '<a b=c ',
    '</',
    '<!',
    '<!--',
    '<b>',
    '</b>',
    '<break time="1s"/>',
    '<spell>',
    '<spell>a',
    '<spell><sub>',
    '<spell>a</spell>',
    '<sub alias="a b">c</sub>',
    '<speed ratio="1.5">',
    '<speed ratio="1.5">a',
    '</speed>',
    '<volume ratio="2"><speed ratio="1.1">a',
    '<phoneme ph="a',
    '<phoneme ph="əˈə">a</phoneme> ',
    '<s>',
    '<s>a',
    "<a '",
    '<say-as interpret-as="cardinal">1</say-as>',
    '&',
    '&a',
    '&amp',
    '&amp;',
    '&#8217;',
    '<b a="&amp;">',
    '<spell>&amp;</spell>',
  ]
  /** Of four times the text; quadratic work takes 16 times as long. */
  const LIMIT = 9
  const read = (text: string) => segmentsIn([text], 'en-US')
  const readOneByOne = (text: string) => segmentsIn(text.split(''), 'en-US')

  test.each(FLOODS)('%j', (unit) => {
    const short = unit.repeat(16_000 / unit.length)
    const long = short.repeat(4)
    const growth = timesAsLong(
      () => read(long),
      () => read(short),
      LIMIT,
    )
    expect(growth).toBeLessThan(LIMIT)
  })

  test.each(['<', '<a b="c" ', '<spell>a', '<b>', '&', '&amp;', '<spell>&lt;'])(
    '%j, code unit by code unit',
    (unit) => {
      const short = unit.repeat(8000 / unit.length)
      const long = short.repeat(4)
      const growth = timesAsLong(
        () => readOneByOne(long),
        () => readOneByOne(short),
        LIMIT,
      )
      expect(growth).toBeLessThan(LIMIT)
    },
  )
})
