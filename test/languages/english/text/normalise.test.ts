import { describe, expect, test } from 'bun:test'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { testAnyText, testCodeUnits, testPropertyNames } from '../../shared/text/any-text.ts'
import { aloud, expectSound, shown, wordsOf } from '../../shared/text/sound.ts'
import { NOT_IN_DICTIONARY } from './not-in-dictionary.ts'
import { READINGS } from './readings.ts'
import { SEGMENTS } from './segments.ts'

const SPOKEN = /^(?:'?[a-z]+(?:['-][a-z]+)*'?|[A-Z])$/

describe('text is read as a speaker would', () => {
  for (const [written, spoken, locale = 'en-US'] of READINGS) {
    test(`${JSON.stringify(written)} in ${locale}`, () => {
      expect(aloud(normalise(written, localeOf(locale))).replace(/ ?\.$/, '')).toBe(spoken)
    })
  }
})

test('the words that are said are in the dictionary, but for known exceptions', () => {
  const unknown = new Set<string>()
  for (const [written, , locale = 'en-US'] of READINGS) {
    for (const { spoken } of wordsOf(normalise(written, localeOf(locale)))) {
      for (const word of spoken) if (/[a-z]/.test(word) && !(word in dictionary)) unknown.add(word)
    }
  }
  expect([...unknown].sort()).toEqual([...NOT_IN_DICTIONARY].sort())
})

describe('what is said belongs to the written word that it is read from', () => {
  const table: readonly (readonly [string, string])[] = [
    ['It costs $5 million.', 'It[it] costs[costs] $5[five] million.[million dollars] .'],
    ['5 km away', '5[five] km[kilometers] away[away] .'],
    ['March 3rd, 2024', 'March[march] 3rd,[third] , 2024[twenty twenty four] .'],
    ['3 March 2024', '3[the third] March[of march] 2024[twenty twenty four] .'],
    ['USD 20 now', 'USD[] 20[twenty U S dollars] now[now] .'],
    ['at 5 p.m. Then', 'at[at] 5[five] p.m.[P M] . Then[then] .'],
    ['1 800 555 1234', '1[one] , 800[eight zero zero] , 555[five five five] , 1234[one two three four] .'],
    ['555 - 1234', '555[five five five] , -[] 1234[one two three four] .'],
    ['555-0199', '555-0199[five five five , zero one nine nine] .'],
    ['2 + 2 = 4', '2[two] +[plus] 2[two] =[equals] 4[four] .'],
    ['3 1/2 cups', '3[three] 1/2[and a half] cups[cups] .'],
    ['3½ cups', '3½[three and a half] cups[cups] .'],
    ['the cat—black—sat', 'the[the] cat—black—sat[cat , black , sat] .'],
    ['he left — fast', 'he[he] left[left] , —[] fast[fast] .'],
    ['Hi! 😀 Yes?', 'Hi![hi] ! 😀[] Yes?[yes] ?'],
    ['10 000 km off', '10[ten] 000[thousand] km[kilometers] off[off] .'],
    ['$100 USD now', '$100[one hundred] USD[U S dollars] now[now] .'],
    ['$12 / month', '$12[twelve dollars] /[per] month[month] .'],
    ['std. dev.', 'std.[standard] dev.[deviation] .'],
    ['2 x 500 mg', '2[two] x[times] 500[five hundred] mg[milligrams] .'],
    ['20 % off', '20[twenty] %[percent] off[off] .'],
    ['你好。世界', '你好。世界[ni hao . shi jie] .'],
    ['at 0900 hours', 'at[at] 0900[oh nine hundred] hours[hours] .'],
    ['9am – noon', '9am[nine A M] –[to] noon[noon] .'],
    ['UTC -8', 'UTC[U T C] -8[minus eight] .'],
    ['Jan – Mar', 'Jan[january] –[to] Mar[march] .'],
    ["5' x 7'", "5'[five feet] x[by] 7'[seven feet] ."],
    ['8½" wide', '8½"[eight and a half inches] wide[wide] .'],
    [`40° 42' 46" N`, `40°[forty degrees] 42'[forty two minutes] 46"[forty six seconds] N[north] .`],
    ['6 × 10^-3 m', '6[six] ×[times] 10^-3[ten to the power of minus three] m[meters] .'],
    ['Ctrl + C', 'Ctrl[control] +[] C[C] .'],
    ['8:30/mi pace', '8:30/mi[eight thirty per mile] pace[pace] .'],
    ['March 1 - April 5', 'March[march] 1[first] -[to] April[april] 5[fifth] .'],
    ['*** Dr. Who', '***[] Dr.[doctor] Who[who] .'],
  ]
  for (const [text, expected] of table) {
    test(text, () => {
      expect(shown(normalise(text, localeOf('en-US')))).toBe(expected)
    })
  }
})

describe('pauses', () => {
  const table: readonly (readonly [string, string])[] = [
    ['What?! Yes', 'what ? yes .'],
    ['Well..., no', 'well . no .'],
    ['so, — and; then', 'so , and ; then .'],
    ['(yes), he said', 'yes , he said .'],
    ['...and then', 'and then .'],
    ['one\n\nTwo', 'one . two .'],
    ['one,\nTwo', 'one . two .'],
    ['done! 🎉', 'done !'],
  ]
  for (const [text, expected] of table) {
    test(`${JSON.stringify(text)}: at most one in a row, the strongest`, () => {
      expect(aloud(normalise(text, localeOf('en-US')))).toBe(expected)
    })
  }

  test('a segment without a mark at its end gets the ending that is asked for, a full stop when none is', () => {
    expect(normalise('and so', localeOf('en-US')).at(-1)).toBe('.')
    expect(normalise('and so', localeOf('en-US'), ',').at(-1)).toBe(',')
    expect(normalise('and so?', localeOf('en-US'), ',').at(-1)).toBe('?')
  })
})

test('a text of nothing that can be said has words that say nothing', () => {
  for (const text of ['...', '***', '---', '\u200b', '\ud83d', '؟', '—']) {
    expect(wordsOf(normalise(text, localeOf('en-US'))).map((word) => word.spoken)).toEqual([[]])
  }
  for (const text of ['', '  ', '\n']) expect(normalise(text, localeOf('en-US'))).toEqual([])
})

test('written words, pauses and spoken words hold their form for every text of the tables', () => {
  for (const [text, , locale = 'en-US'] of READINGS)
    expectSound(text, normalise(text, localeOf(locale)), SPOKEN)
  for (const text of SEGMENTS.flat()) expectSound(text, normalise(text, localeOf('en-GB')), SPOKEN)
})

const PIECES = [
  ...[
    '1',
    '0',
    '42',
    '3.14',
    '1,000',
    '.',
    ',',
    '?',
    '!',
    ':',
    ';',
    '-',
    '–',
    '—',
    '…',
    "'",
    '"',
    '(',
    ')',
    '[',
    ']',
  ],
  ...[
    '$',
    '€',
    '%',
    '&',
    '@',
    '#',
    '*',
    '/',
    '\\',
    '+',
    '=',
    '<',
    '>',
    '^',
    '_',
    '|',
    '~',
    '`',
    '°',
    '½',
    '²',
    '×',
  ],
  ...[
    'a',
    'I',
    'A',
    'the',
    'Dr.',
    'St.',
    'No.',
    'e.g.',
    'U.S.',
    'p.m.',
    'March',
    'Mon',
    'km',
    'ft.',
    'FBI',
    'iPhone',
  ],
  ...[
    'XIV',
    'Henry',
    'th',
    's',
    'K',
    'x',
    'http://',
    'www.',
    '.com',
    'é',
    'ß',
    '你',
    '。',
    'م',
    '😀',
    '👍🏽',
    '🇫',
    '\u200d',
  ],
  ...[
    '\u200b',
    '\u0301',
    '\ud83d',
    '\ude00',
    '\ufffd',
    '\0',
    '\u00a0',
    '\ufeff',
    '\ue000',
    ' ',
    ' ',
    ' ',
    '\n',
    '<b>',
  ],
]

testAnyText('en-US', PIECES, SPOKEN, 3)

testCodeUnits('en-GB', SPOKEN, 5)

testPropertyNames('en-US', SPOKEN)
