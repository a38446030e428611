import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../../../src/languages/registry.ts'
import { segmentsOf } from '../../../support/text-stream.ts'

/** What is said, with dictated characters in brackets and commas where it pauses: "[4][8], [2]". */
function dictation(tag: string, text: string): string {
  const said = segmentsOf(text, localeOf(tag)).flatMap(({ segment }) => segment?.tokens ?? [])
  return said
    .map((token) => {
      if (typeof token === 'string') return token
      return token.spoken.map((spoken, at) => (token.dictated?.[at] ? `[${spoken}]` : spoken)).join(' ')
    })
    .join(' ')
    .replaceAll('] [', '][')
    .replaceAll(' ,', ',')
    .replace(/ [.?]$/, '')
}

describe.each([
  ['en-US', 'Your PIN is 4829.', 'your pin is [four][eight][two][nine]'],
  ['en-US', 'Call 555-0199.', 'call [five][five][five], [zero][one][nine][nine]'],
  ['en-US', 'four eight two nine', '[four][eight][two][nine]'],
  ['en-US', '4 8 2 1 9 0', '[four][eight][two], [one][nine][zero]'],
  ['en-US', 'Your code is A7B9K2.', 'your code is [A][seven][B], [nine][K][two]'],
  ['en-US', 'License plate 7ABC123.', 'license plate [seven][A][B][C], [one][two][three]'],
  ['en-US', 'Code K7B9.', 'code [K][seven][B][nine]'],
  ['en-US', 'Booking QXLMNB.', 'booking [Q][X][L][M][N][B]'],
  ['en-US', 'It is spelled S-M-I-T-H.', 'it is spelled [S][M][i][T][H]'],
  ['en-US', 'J A N E', '[J][A][N][E]'],
  ['en-US', 'My name is A D A.', 'my name is [A][D][A]'],
  ['en-US', 'Enter <spell>QXZ</spell> now.', 'enter [Q][X][Z] now'],
  ['en-US', 'Enter <spell>Jo</spell> now.', 'enter [J][O] now'],
  [
    'en-US',
    '<spell>Johnson@a1b2c3d4</spell>',
    '[J][O][H][N][S][O][N][at][A][one], [B][two][C], [three][D][four]',
  ],
  ['de-DE', 'Mein Name ist M-E-I-E-R.', 'mein name ist [M][E][I][E][R]'],
  ['de-DE', 'Ihre Kundennummer ist K7B93X.', 'ihre kundennummer ist [K][sieben][B], [neun][drei][X]'],
  ['nl-NL', 'Uw pincode is 4829.', 'uw pincode is [vier][acht][twee][negen]'],
])('in %s, %j', (tag, text, said) => {
  test('is dictated', () => {
    expect(dictation(tag, text)).toBe(said)
  })
})

test.each([
  ['en-US', 'The FBI and the CIA met at MIT.', 'the F B I and the C I A met at M I T'],
  ['en-US', 'MP3, H2O, DDR5, B2B and C3PO', 'M P three, H two O, D D R five, B two B and C three P O'],
  ['en-US', 'J. R. R. Tolkien', 'J R R tolkien'],
  ['en-US', 'the U.S.A.', 'the U S A'],
  ['en-US', 'Do I choose A or B?', 'do i choose A or B'],
  ['en-US', 'One, two, three, and four', 'one, two, three, and four'],
  ['en-US', 'Gate B12, room 7', 'gate B twelve, room seven'],
  ['en-US', 'We won 3-2 in 1984.', 'we won three to two in nineteen eighty four'],
  ['de-DE', 'die GmbH im A380', 'die G M B H im A dreihundertachtzig'],
  ['nl-NL', 'NS, KPN en ING', 'N S, K P N en I N G'],
])('in %s, nothing of %j is dictated', (tag, text, said) => {
  expect(dictation(tag, text)).toBe(said)
})

test('the groups of a long code are of two to four characters', () => {
  for (let length = 6; length < 40; length++) {
    const groups = dictation('en-US', `<spell>${'A1'.repeat(length).slice(0, length)}</spell>`).split(', ')
    for (const group of groups) expect(group.match(/\[/g)!.length).toBeWithin(2, 5)
  }
})
