import { describe, expect, test } from 'bun:test'
import { normalise } from '../../../src/speech/text/normalise.ts'
import { Segmenter } from '../../../src/speech/text/segmenter.ts'

const LENGTH = 25_000
/** Four times the text may take up to nine times as long; quadratic work takes sixteen times. */
const FACTOR = 4
const LIMIT = 9
/** The best of so many runs: a pause of the machine must not look like slow work. */
const ATTEMPTS = 8

const FLOODS = [
  ...[
    'x',
    'X',
    'aA',
    'a_',
    'a-',
    "a'",
    "'a",
    'A.',
    'a.a.',
    'A ',
    'UN ',
    'I',
    'IV ',
    'é',
    'e\u0301',
    '\u0301',
  ],
  ...[
    '1',
    '0 ',
    '1.',
    '1,',
    '1,000,',
    '1:',
    '1-',
    '1/',
    '1/1/',
    '1 2/',
    '-1',
    '+1 ',
    '555-',
    '1-800-',
    '1234 ',
    '737-800 ',
    '5-3=',
    '0x1F',
    '#F',
    'x**',
    '1a',
    'a1',
    '1x',
    '½',
    '²',
  ],
  ...[
    '$',
    '$1',
    '1 %',
    '5 km ',
    '5 ft. ',
    '5 ft 10 in ',
    '5pm ',
    '12:30',
    'March 3 ',
    '3 March ',
    '$5 million ',
    'v1.',
    '^2',
    '3rd ',
  ],
  ...[
    '.',
    ',',
    ', ',
    '?!',
    '...',
    '…',
    '—',
    '–',
    '-',
    '- \n',
    '\n',
    '"',
    "'",
    '"a',
    '(',
    '((a',
    '[(',
    '](',
    ')',
    ':)',
  ],
  ...[
    '/',
    '\\',
    '<',
    '<a',
    '<3',
    '>',
    '@',
    'a@',
    '#',
    '# ',
    '*',
    '_',
    '`',
    '|',
    '~',
    '^',
    '=',
    '+',
    '&',
    '&amp;',
    '°',
  ],
  ...[
    'Dr. ',
    'St. ',
    'p.m. ',
    'U.S. A',
    'No. ',
    'e.g. ',
    'http://',
    'www.',
    'a.com/',
    'a.b@c.',
    '.txt',
    'w/',
    'Mon-',
  ],
  ...[
    ' ',
    'a ',
    '\u200b',
    '\u200b ',
    '\u200d',
    '\ufeff',
    '\ue000',
    '\0',
    '\ud83d',
    '\udc00 ',
    '😀',
    '👍🏽',
    '❤\u200d',
    '🇫',
  ],
  ...['你', '你。', 'क', 'م', 'ﬁ', '٣', '𝓗', 'Z̸̢̛'],
]

function read(text: string): void {
  normalise(text, 'en-US')
}

function cut(text: string): void {
  const segmenter = new Segmenter('en-US')
  segmenter.push(text)
  segmenter.flush()
}

/** Less is not measured, but repeated until it comes to so much (seconds). */
const MEASURABLE = 0.005

function seconds(work: (text: string) => void, text: string): number {
  const start = performance.now()
  let times = 0
  let passed = 0
  while (passed < MEASURABLE) {
    work(text)
    times++
    passed = (performance.now() - start) / 1000
  }
  return passed / times
}

/** How much longer four times the text takes: the best time of each, taken until it is within the limit. */
function growth(work: (text: string) => void, unit: string): number {
  const short = unit.repeat(LENGTH / unit.length)
  const long = short.repeat(FACTOR)
  let best = Number.POSITIVE_INFINITY
  let bestLong = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    bestLong = Math.min(bestLong, seconds(work, long))
    best = Math.min(best, seconds(work, short))
    if (bestLong < LIMIT * best) break
  }
  return bestLong / best
}

describe('a flood of 100,000 characters takes time in proportion to its length', () => {
  for (const unit of FLOODS) {
    test(`${JSON.stringify(unit)}: reading`, () => expect(growth(read, unit)).toBeLessThan(LIMIT), 60_000)
    test(`${JSON.stringify(unit)}: cutting`, () => expect(growth(cut, unit)).toBeLessThan(LIMIT), 60_000)
  }
})

describe('a flood that comes code unit by code unit is cut in time in proportion to its length', () => {
  const cutOneByOne = (text: string) => {
    const segmenter = new Segmenter('en-US')
    for (const unit of text.split('')) segmenter.push(unit)
    segmenter.flush()
  }
  for (const unit of ['x', '1. ', 'Dr. A ', 'a—', '😀']) {
    test(JSON.stringify(unit), () => expect(growth(cutOneByOne, unit)).toBeLessThan(LIMIT), 60_000)
  }
})
