import { describe, expect, test } from 'bun:test'
import { chunksOf, framesAfterEnd, pocketText, prepared } from '../../../../src/engines/onnx/pocket/text.ts'
import type { Token, Word } from '../../../../src/languages/shared/text/token.ts'

const word = (written: string, ...spoken: string[]): Word => ({ written, spoken })

describe('the text that is read', () => {
  test('is written as it was where just that is said', () => {
    const tokens: Token[] = [
      word('“Hello,', 'hello'),
      ',',
      word('Dr.', 'doctor'),
      word('Jones!”', 'jones'),
      '!',
    ]
    expect(pocketText(tokens)).toBe('“Hello, doctor Jones!”')
  })

  test('has what is said for numbers, signs and abbreviations', () => {
    const tokens: Token[] = [
      word('Pay', 'pay'),
      word('$5.20,', 'five', 'dollars', 'and', 'twenty', 'cents'),
      ',',
      word('555-0199', 'five', 'five', 'five', ',', 'oh', 'one', 'nine', 'nine'),
      word('MP3.', 'M', 'P', 'three'),
      '.',
    ]
    expect(pocketText(tokens)).toBe(
      'Pay five dollars and twenty cents, five five five, oh one nine nine M P three.',
    )
  })

  test('keeps names of letters, compounds and apostrophes, which become plain', () => {
    const tokens = [word('FBI', 'F', 'B', 'I'), word('well-known', 'well', 'known'), word('don’t', "don't")]
    expect(pocketText(tokens)).toBe("FBI well-known don't")
  })

  test('has no symbols about what is said', () => {
    const tokens: Token[] = [
      word('**Hello**', 'hello'),
      word('~~two_words~~,', 'two', 'words'),
      ',',
      word('`now`', 'now'),
    ]
    expect(pocketText(tokens)).toBe('Hello two words, now')
  })

  test('leaves out what is not said', () => {
    expect(pocketText([word('😀'), word('Yes', 'yes'), word('—'), ',', word('no', 'no')])).toBe('Yes, no')
    expect(pocketText([word('…'), '.'])).toBe('')
  })
})

describe('a text is prepared as the model was trained', () => {
  const plain = { hasNoSemicolons: false, padsShortText: false }

  test.each([
    ['hello there', 'Hello there.'],
    ['  über   uns ', 'Über uns.'],
    ['Really?', 'Really?'],
    ['one; two,', 'One; two,'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(prepared(text, plain)).toBe(expected)
  })

  test('without semicolons, and with spaces before a short one, where the model wants it so', () => {
    expect(prepared('one; two', { ...plain, hasNoSemicolons: true })).toBe('One, two.')
    expect(prepared('one two three four', { ...plain, padsShortText: true })).toBe(
      '        One two three four.',
    )
    expect(prepared('one two three four five', { ...plain, padsShortText: true })).toBe(
      'One two three four five.',
    )
  })

  test('a short one speaks on longer after its end', () => {
    expect([framesAfterEnd('One two three four.'), framesAfterEnd('One two three four five.')]).toEqual([
      5, 3,
    ])
    expect(framesAfterEnd('        One.')).toBe(5)
  })
})

describe('a long text is cut', () => {
  const within = (most: number) => (text: string) => text.length <= most

  test('between sentences, at punctuation within one, and else between words', () => {
    const text = 'One two. Three four five, six seven; eight! Nine ten eleven twelve.'
    expect(chunksOf(text, within(100))).toEqual([text])
    expect(chunksOf(text, within(45))).toEqual([
      'One two. Three four five, six seven; eight!',
      'Nine ten eleven twelve.',
    ])
    expect(chunksOf(text, within(26))).toEqual([
      'One two. Three four five,',
      'six seven; eight!',
      'Nine ten eleven twelve.',
    ])
    expect(chunksOf(text, within(12))).toEqual([
      'One two.',
      'Three four',
      'five,',
      'six seven;',
      'eight!',
      'Nine ten',
      'eleven',
      'twelve.',
    ])
  })

  test('not within a word, and an empty one not at all', () => {
    expect(chunksOf('Donaudampfschiff fährt', within(8))).toEqual(['Donaudampfschiff', 'fährt'])
    expect(chunksOf('', within(8))).toEqual([])
  })
})
