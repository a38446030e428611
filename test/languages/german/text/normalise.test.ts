import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { normalise } from '../../../../src/languages/shared/text/normalise.ts'
import { testAnyText, testCodeUnits, testPropertyNames } from '../../shared/text/any-text.ts'
import { aloud, expectSound, shown, wordsOf } from '../../shared/text/sound.ts'
import { READINGS } from './readings.ts'
import { SEGMENTS } from './segments.ts'

const SPOKEN = /^(?:[a-zäöüßàâçèéêëîïñôûáíóúýčćšśşžřğı]+|[A-ZÄÖÜ]|[a-zäöü]'s)$/

describe('text is read as a speaker would', () => {
  for (const [written, spoken] of READINGS) {
    test(JSON.stringify(written), () => {
      expect(aloud(normalise(written, localeOf('de-DE'))).replace(/ ?\.$/, '')).toBe(spoken)
    })
  }
})

describe('what is said belongs to the written word that it is read from', () => {
  const table: readonly (readonly [string, string])[] = [
    ['Es kostet 5 Mio. €.', 'Es[es] kostet[kostet] 5[fünf] Mio.[] €.[millionen euro] .'],
    ['5 km weit', '5[fünf] km[kilometer] weit[weit] .'],
    ['am 3. Mai 2024', 'am[am] 3.[dritten] Mai[mai] 2024[zweitausendvierundzwanzig] .'],
    ['3. - 5. Mai', '3.[dritter] -[] 5.[bis fünfter] Mai[mai] .'],
    ['um 14:30 Uhr', 'um[um] 14:30[vierzehn uhr dreißig] Uhr[] .'],
    ['um 14 Uhr', 'um[um] 14[vierzehn] Uhr[uhr] .'],
    ['z. B. so', 'z.[zum beispiel] B.[] so[so] .'],
    ['1,5 Mio. Leute', '1,5[eins komma fünf] Mio.[millionen] Leute[leute] .'],
    ['20 % Rabatt', '20[zwanzig] %[prozent] Rabatt[rabatt] .'],
    ['2 1/2 kg', '2[zweieinhalb] 1/2[] kg[kilogramm] .'],
    ['Nutzer*innen', 'Nutzer*innen[nutzer innen] .'],
    ['2 x täglich', '2[zweimal] x[] täglich[täglich] .'],
    ['10 : 2', '10[zehn] :[zu] 2[zwei] .'],
    ['um 16 h', 'um[um] 16[sechzehn] h[uhr] .'],
    ['1h 30m', '1h[eine stunde] 30m[dreißig minuten] .'],
    ['9.00 - 17.00', '9.00[neun uhr] -[bis] 17.00[siebzehn uhr] .'],
    ['Kfz B-AB 1234', 'Kfz[K F Z] B-AB[B A B] 1234[eins zwei drei vier] .'],
    ['Fr. 50.- da', 'Fr.[] 50.-[fünfzig franken] da[da] .'],
    ['Kd. Nr. 5', 'Kd.[kunden] Nr.[nummer] 5[fünf] .'],
    ['Ludwig XIV. war', 'Ludwig[ludwig] XIV.[der vierzehnte] war[war] .'],
  ]
  for (const [text, expected] of table) {
    test(text, () => expect(shown(normalise(text, localeOf('de-DE')))).toBe(expected))
  }
})

test('a text of nothing that can be said has words that say nothing', () => {
  for (const text of ['...', '***', '---', '\u200b', '\ud83d', '—']) {
    expect(wordsOf(normalise(text, localeOf('de-DE'))).map((word) => word.spoken)).toEqual([[]])
  }
  for (const text of ['', '  ', '\n']) expect(normalise(text, localeOf('de-DE'))).toEqual([])
})

test('written words, pauses and spoken words hold their form for every text of the tables', () => {
  for (const [text] of READINGS) expectSound(text, normalise(text, localeOf('de-DE')), SPOKEN)
  for (const text of SEGMENTS.flat()) expectSound(text, normalise(text, localeOf('de-DE')), SPOKEN)
})

const PIECES = [
  ...['1', '0', '42', '3,14', '1.000', '.', ',', '?', '!', ':', ';', '-', '–', '—', '…', "'", '"', '„', '“'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '€',
    '$',
    '%',
    '‰',
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
  ],
  ...[
    '`',
    '°',
    '½',
    '²',
    '×',
    '§',
    'a',
    'A',
    'der',
    'am',
    'vom',
    'bis',
    'und',
    'Dr.',
    'St.',
    'Nr.',
    'z.',
    'B.',
    'd.',
  ],
  ...[
    'h.',
    'usw.',
    'Str.',
    'Mai',
    'Mo',
    'Fr',
    'Jan.',
    'km',
    'Std.',
    'Min.',
    'Uhr',
    'Mio.',
    'EUR',
    'ADAC',
    'NATO',
  ],
  ...[
    'iPhone',
    'XIV',
    'IV.',
    'Ludwig',
    'Tag',
    'Stunde',
    'er',
    'te',
    '-mal',
    '-jährig',
    'x',
    'innen',
    'http://',
    'www.',
  ],
  ...[
    '.de',
    'ä',
    'Ö',
    'ß',
    'ẞ',
    'é',
    'ł',
    '你',
    '。',
    'م',
    '😀',
    '👍🏽',
    '🇫',
    '\u200d',
    '\u200b',
    '\u0308',
    '\ud83d',
  ],
  ...['\ude00', '\ufffd', '\0', '\u00a0', '\ufeff', '\ue000', ' ', ' ', ' ', ' ', '\n', '<b>'],
]

testAnyText('de-DE', PIECES, SPOKEN, 13)

testCodeUnits('de-DE', SPOKEN, 17)

testPropertyNames('de-DE', SPOKEN)
