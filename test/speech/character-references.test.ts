import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'
import { Dictionary } from '../../src/languages/shared/text/dictionary.ts'
import { placedStretches } from '../../src/speech/placed-tokens.ts'
import { TextStream } from '../../src/speech/text-stream.ts'
import { heard, segmentsIn } from '../support/heard.ts'
import { seeded } from '../support/random.ts'

/** Texts with references, and the same with the characters in place. */
const REFERRED: readonly (readonly [text: string, characters: string])[] = [
  ['Don&#8217;t go.', 'Don’t go.'],
  ['Don&#x2019;t go, it&#X2019;s late.', 'Don’t go, it’s late.'],
  ['Don&#039;t. It&apos;s &quot;late&quot;.', 'Don\'t. It\'s "late".'],
  ['Don&#146;t go &#150; please.', 'Don’t go – please.'],
  ['It costs &#8364;5, &#x20AC;5, &euro;5 or &pound;5.', 'It costs €5, €5, €5 or £5.'],
  ['A caf&eacute; in Z&uuml;rich, Stra&szlig;e 5.', 'A café in Zürich, Straße 5.'],
  ['Tom &amp; Jerry are here.', 'Tom & Jerry are here.'],
  ['5 &lt; 6 and a &gt; b', '5 < 6 and a > b'],
  ['Well&hellip; he left&mdash;fast. &ldquo;Is it?&rdquo; Yes.', 'Well… he left—fast. “Is it?” Yes.'],
  ['It is 20&deg;C, 3&frac12; cups, 2&times;3, x&sup2;.', 'It is 20°C, 3½ cups, 2×3, x².'],
  ['one&nbsp;two&#10;&#10;Three&#32;four', 'one\u00a0two\n\nThree four'],
  ['&copy; 2024 Brand&trade;&reg;', '© 2024 Brand™®'],
  ['Yes &#128512;&#x1F600; no. &#10084;', 'Yes 😀😀 no. ❤'],
  ['e&#769;t&#233;', 'e\u0301té'],
  ['A list: one&semi; two&comma; three&period; Four', 'A list: one; two, three. Four'],
  [
    'Say <spell>A&amp;B</spell> and <sub alias="x &amp; y">a &amp; b</sub>.',
    'Say <spell>A&B</spell> and <sub alias="x & y">a & b</sub>.',
  ],
  ['An unclosed <tag of caf&eacute;', 'An unclosed <tag of café'],
  [`${'so &amp; so '.repeat(40)}.`, `${'so & so '.repeat(40)}.`],
]
const TAGS = ['en-US', 'de-DE', 'nl-NL']

/** What is made of a text, but for how far into it the segments reach. */
const madeOf = (pieces: readonly string[], tag: string) =>
  segmentsIn(pieces, tag).map(({ segment, silence }) => ({ segment, silence }))

describe.each(TAGS)('a reference stands for its character, in %s', (tag) => {
  test.each(REFERRED)('%j', (text, characters) => {
    expect(madeOf([text], tag)).toEqual(madeOf([characters], tag))
    expect(madeOf([`<speak>${text}</speak>`], tag)).toEqual(madeOf([`<speak>${characters}</speak>`], tag))
  })

  test('however the text is split', () => {
    for (const [text] of REFERRED) {
      const whole = segmentsIn([text], tag)
      expect(segmentsIn(text.split(''), tag)).toEqual(whole)
      for (let at = 1; at < text.length; at++)
        expect(segmentsIn([text.slice(0, at), text.slice(at)], tag)).toEqual(whole)
    }
  })
})

test('what is nearly a reference is the same text however it is split', () => {
  const random = seeded(31)
  const parts = [
    '&',
    '#',
    'x',
    '8217',
    '20AC',
    ';',
    'amp',
    'am',
    'lt',
    'nbsp',
    ' ',
    '. ',
    'A',
    '<b',
    '>',
    '<spell>',
    '</spell>',
  ]
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: 30 }, () => parts[Math.floor(random() * parts.length)]!).join('')
    expect(segmentsIn(text.split(''), 'en-US')).toEqual(segmentsIn([text], 'en-US'))
  }
})

describe('what is no reference stays text', () => {
  test.each([
    ['AT&T and R&D; Q&A', 'A T and T and R and D ; | Q and A .'],
    ['salt & pepper', 'salt and pepper .'],
    ['a &nosuchname; b', 'a and nosuchname ; | B .'],
    ['&constructor;', 'and constructor ;'],
    ['&', 'and .'],
    ['&amp', 'and amp .'],
    ['&#;', 'and ;'],
    ['&#x;', 'and hash X ;'],
    ['Press &amp;lt; twice', 'press and L T ; | twice .'],
  ])('%j', (text, expected) => {
    expect(heard(text, 'en-US')).toBe(expected)
  })
})

test.each([
  ['&lt;break time="1s"/&gt;', 'break time equals one second .'],
  ['&#60;spell>AB&lt;/spell&gt;', 'spell A B spell .'],
])('a reference opens no tag: %j', (text, expected) => {
  expect(heard(text, 'en-US').replace(/ (?:slash|greater than|less than)/g, '')).toBe(expected)
})

test.each([
  '&#0;',
  '&#x0;',
  '&#8;',
  '&#127;',
  '&#129;',
  '&#xD83D;',
  '&#xDE00;',
  '&#x110000;',
  '&#4294967296;',
  '&#xE000;',
])('a reference to no character says nothing: %s', (reference) => {
  for (const tag of TAGS) expect(heard(`Yes ${reference} no.`, tag)).toBe(heard('Yes \ufffd no.', tag))
})

test('references divide no words, and words know where they stand', () => {
  const text = 'A caf&eacute;<b>, Tom</b> &amp; Jerry&rsquo;s. &#128512; Yes&hellip; no'
  const words = [...placedStretches(text, localeOf('en-US'))]
    .flatMap(({ tokens }) => tokens)
    .flatMap((token) =>
      typeof token === 'string' ? [] : [[token.written, text.slice(token.start, token.end)]],
    )
  expect(words).toEqual([
    ['A', 'A'],
    ['café,', 'caf&eacute;<b>,'],
    ['Tom', 'Tom'],
    ['&', '&amp;'],
    ['Jerry’s.', 'Jerry&rsquo;s.'],
    ['😀', '&#128512;'],
    ['Yes…', 'Yes&hellip;'],
    ['no', 'no'],
  ])
})

test('segments reach to the end of their references', () => {
  const stream = new TextStream(localeOf('en-US'))
  const text = 'It is so&#46; Then caf&eacute;'
  expect([...stream.push(text), ...stream.flush()].map(({ end }) => text.slice(0, end))).toEqual([
    'It is so&#46; ',
    text,
  ])
})

describe('what may be a reference', () => {
  test('waits until it is decided, and no longer', () => {
    const stream = new TextStream(localeOf('en-US'))
    expect(stream.push('So it is. &am')).toEqual([])
    expect(stream.isWaiting).toBe(true)
    expect(stream.push('p; ').length).toBe(1)
    for (const begun of [
      'So it is. &j',
      'So it is. &7',
      'So it is. & ',
      'So it is. &#x12345678901',
      'So it is. &ampx',
    ])
      expect(new TextStream(localeOf('en-US')).push(begun).length).toBe(1)
  })

  test('is text when it is flushed, and is kept when only words are', () => {
    const stream = new TextStream(localeOf('en-US'))
    stream.push('Hello there. &am')
    expect(stream.flushWords().map(({ end }) => end)).toEqual([13])
    expect(stream.isWaiting).toBe(true)
    expect(stream.flush().map(({ end }) => end)).toEqual([16])
  })
})

test('a dictionary knows the characters too, in texts and in its own', () => {
  const { language } = localeOf('en-US')
  const dictionary = new Dictionary(
    [
      { text: 'Tom & Jerry', respelling: 'cat and mouse' },
      { text: 'B&amp;Q', respelling: 'bee &amp; queue' },
    ],
    language,
  )
  expect(heard('Tom &amp; Jerry at B&amp;Q or B&Q.', 'en-US', dictionary)).toBe(
    'cat and mouse at bee and queue or bee and queue .',
  )
})
