import { describe, expect, test } from 'bun:test'
import { localeOf } from '../../src/languages/registry.ts'
import { Dictionary, type DictionaryEntry } from '../../src/languages/shared/text/dictionary.ts'
import { TextStream } from '../../src/speech/text-stream.ts'

/** The texts of the segments of a text, for engines that read text. */
function written(text: string, entries: readonly DictionaryEntry[] = [], tag = 'en-US'): string {
  const locale = localeOf(tag)
  const stream = new TextStream(locale, { dictionary: new Dictionary(entries, locale.language) })
  return [...stream.push(text), ...stream.flush()].flatMap(({ segment }) => segment?.text ?? []).join(' | ')
}

describe('the text of a segment', () => {
  test.each([
    ['Dr. Smith paid $5.20,  twice!', 'Dr. Smith paid $5.20, | twice!'],
    ['One (two)\n“three”; 10:30 a.m.', 'One (two) | “three”; 10:30 a.m.'],
    ['<emotion value="sad"/>Oh <b>no</b>.', 'Oh no.'],
    ['So<emotion value="sad"/>long', 'So long'],
    ['Hello <break time="1s"/> world.', 'Hello | world.'],
    ['My name is <spell>Bob</spell>.', 'My name is B O B.'],
    ['(<spell>AB</spell>)', '(A B)'],
    ['Call <spell>(123) 456</spell>, now.', 'Call one two three, four five six, | now.'],
    ['Dial <say-as interpret-as="telephone">555-01</say-as>!', 'Dial five five five, zero one!'],
    [
      '<say-as interpret-as="cardinal">21</say-as>, <say-as interpret-as="ordinal">3</say-as>.',
      'twenty one, third.',
    ],
    ['On <say-as interpret-as="date" format="dm">3/5</say-as>.', 'On May 3.'],
    ['The <sub alias="World Wide Web">WWW</sub>, is it?', 'The World Wide Web, | is it?'],
    ['I say <phoneme ph="təˈmɑːtəʊ">tomato</phoneme>.', 'I say tomato.'],
  ])('of %j is %j', (text, expected) => {
    expect(written(text)).toBe(expected)
  })

  test('has what a dictionary says, but for IPA', () => {
    const entries = [
      { text: 'nginx', respelling: 'engine X' },
      { text: 'Purr', ipa: 'pɜː' },
      { text: 'New York', respelling: 'the Big Apple' },
    ]
    expect(written('Is “nginx” in New York? Purr is.', entries)).toBe(
      'Is “engine X” in the Big Apple? | Purr is.',
    )
  })

  test('is in the language of the voice', () => {
    expect(
      written('Wort: <spell>A1</spell>. <say-as interpret-as="cardinal">21</say-as>!', [], 'de-DE'),
    ).toBe('Wort: A eins. | einundzwanzig!')
  })

  test('has what a tag says once, if it is cut', () => {
    const alias = 'The first sentence. The second one.'
    const text = `${'word '.repeat(40)}<sub alias="${alias}">${'name '.repeat(30)}</sub> end.`
    expect(written(text)).not.toContain('name')
    expect(written(text).split(alias)).toHaveLength(2)
  })
})
