import { expect, test } from 'bun:test'
import { readableText } from '../../../src/engines/onnx/readable-text.ts'
import { localRequest } from '../../support/onnx/local-request.ts'

/** Texts, and what a model is given that reads them letter by letter. */
const READABLE: readonly (readonly [string, string])[] = [
  [
    'Dr. Fox\'s "well-known" BBC paid $5.20!',
    'doctor Fox\'s "well-known" BBC paid five dollars and twenty cents!',
  ],
  ['Call 555-0199', 'Call five five five, zero one nine nine.'],
  ["Don't go (yet)?", "Don't go (yet)?"],
  ['This is **really** *important*.', 'This is really important.'],
  ['* One snake_case name', 'One snake case name'],
  ['• Yes – "now" …', 'Yes – "now" …'],
]

for (const [text, readable] of READABLE) {
  test(text, () => {
    expect(readableText(localRequest(text).tokens)).toBe(readable)
  })
}

test('a percent sign that the number before it says is not read again', () => {
  const request = localRequest('Environ 50 % des clients.', { tag: 'fr-FR' })
  expect(readableText(request.tokens)).toBe('Environ cinquante pour cent des clients.')
})
