import { describe, expect, test } from 'bun:test'
import { cut, cutOneByOne, growth, LIMIT, read } from '../../shared/text/growth.ts'

const FLOODS = [
  ...[
    'x',
    'X',
    'ä',
    'Ä',
    'ß',
    'aA',
    'a_',
    'a-',
    "a'",
    'A.',
    'a.a.',
    'a. ',
    'A ',
    'UN ',
    'IV ',
    'IV. ',
    'u\u0308',
  ],
  ...[
    '1',
    '0 ',
    '1.',
    '1. ',
    '1,',
    '1.000',
    '1.000.',
    '1 000 ',
    '1:',
    '1-',
    '1/',
    '1./',
    '1.-',
    '1/1/',
    '1 2/',
    '-1',
  ],
  ...[
    '+1 ',
    '030-',
    '1234 ',
    '0x1F',
    '#F',
    '1a',
    'a1',
    '1x',
    '½',
    '²',
    '1er',
    '1te',
    '1-mal',
    '1-tausend',
    '1,5-fach',
  ],
  ...[
    '1. und ',
    '1., ',
    '1. bis ',
    '1.1.',
    '1.1. ',
    '1.-1.1.',
    'am 1. ',
    'der 1. Tag ',
    '2023/24 ',
    '1.1.24 ',
  ],
  ...[
    '5 €',
    '€5',
    '5,- €',
    '1 %',
    '5 km ',
    '5 Min. ',
    '5 l/100 km ',
    '12:30',
    '12.30 Uhr ',
    '9 Uhr ',
    '1 Mio. ',
    '1k',
  ],
  ...[
    'Mo-',
    'Mo ',
    'Mo., ',
    'Jan. ',
    '3. Mai ',
    'Ludwig XIV. ',
    'Ludwig I',
    'DE12 ',
    'DE12 3456 ',
    'n*innen',
    'a*r ',
  ],
  ...[
    'Dr. ',
    'z. B. ',
    'z.',
    'd. h. ',
    'usw. ',
    'sog. ',
    'sog. a ',
    'Nr. ',
    'S. ',
    'xstr. ',
    'xstr',
    'xnr. ',
    'v. ',
  ],
  ...[
    '.',
    ',',
    '...',
    '—',
    '–',
    '-',
    '„',
    '“',
    '(',
    '((a',
    '/',
    '§',
    '§§',
    '&',
    '°',
    '@',
    'a@',
    'http://',
    'www.',
    'a.de/',
  ],
  ...['die ', 'der der ', 'in der ', 'Jahr 1999 ', '1999 ', '1999 A ', '😀', '你', 'é', 'ł'],
]

describe('a flood of 16,000 characters takes time in proportion to its length', () => {
  for (const unit of FLOODS) {
    test(`${JSON.stringify(unit)}: reading`, () => {
      expect(growth(read, unit, 'de-DE')).toBeLessThan(LIMIT)
    }, 60_000)
    test(`${JSON.stringify(unit)}: cutting`, () => {
      expect(growth(cut, unit, 'de-DE')).toBeLessThan(LIMIT)
    }, 60_000)
  }
})

describe('a flood that comes code unit by code unit is cut in time in proportion to its length', () => {
  for (const unit of ['ä', '1. ', 'Dr. A ', 'z. B. ']) {
    test(JSON.stringify(unit), () => expect(growth(cutOneByOne, unit, 'de-DE')).toBeLessThan(LIMIT), 60_000)
  }
})
