import { expect, test } from 'bun:test'
import { readableText, spokenText } from '../../../src/engines/onnx/spoken-text.ts'
import { localRequest } from '../../support/onnx/local-request.ts'

test('what is said has numbers, abbreviations and letters as words, with the pauses', () => {
  const { tokens } = localRequest('The 3 BBC men e.g. Dr. Fox!')
  expect(spokenText(tokens)).toBe('the three B B C men for example doctor fox!')
})

test('of what is written, only what cannot be read letter by letter is in words', () => {
  const { tokens } = localRequest('Dr. Fox\'s "well-known" BBC paid $5.20!')
  expect(readableText(tokens)).toBe('doctor Fox\'s "well-known" BBC paid five dollars and twenty cents!')
})
