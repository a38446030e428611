import { expect, test } from 'bun:test'
import { preparedText } from '../../../../src/engines/onnx/supertonic/prepared-text.ts'

/** What the reference's `_preprocess_text` gives (supertone-inc/supertonic, py/helper.py, of its second version). */
const PREPARED: readonly (readonly [string, string])[] = [
  ['Hello', 'Hello.'],
  ['Hello?', 'Hello?'],
  ['“Yes” – she said — ‘no’', '"Yes" - she said -\'no\''],
  ['a [note] and/or #one | two_three', 'a note and or one two three.'],
  ['spaces , here  !', 'spaces, here!'],
  ['""quoted""', '"quoted"'],
  ['smile 😀 now 👩‍🚀', 'smile now.'],
  ['café', 'cafe\u0301.'],
  ['(in brackets)', '(in brackets)'],
]

for (const [text, prepared] of PREPARED) {
  test(`${text}`, () => {
    expect(preparedText(text, undefined)).toBe(prepared)
  })
}

test('the language is a tag around the text', () => {
  expect(preparedText('Hallo Welt', 'de')).toBe('<de>Hallo Welt.</de>')
})
