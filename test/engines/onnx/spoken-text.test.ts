import { describe, expect, test } from 'bun:test'
import { readableText, spokenText } from '../../../src/engines/onnx/spoken-text.ts'
import { localRequest } from '../../support/onnx/local-request.ts'

describe('what is said', () => {
  test('numbers, abbreviations and letters are words, with the pauses', () => {
    expect(spokenText(localRequest('The 3 BBC men e.g. Dr. Fox!'), 'en')).toBe(
      'the three B B C men for example doctor fox!',
    )
  })

  test('text of another language stays as it is written', () => {
    expect(spokenText(localRequest('Le 3 mai'), 'fr')).toBe('Le 3 mai')
  })
})

describe('what is written', () => {
  test('only what cannot be read letter by letter is in words', () => {
    expect(readableText(localRequest('Dr. Fox\'s "well-known" BBC paid $5.20!'), 'en')).toBe(
      'doctor Fox\'s "well-known" BBC paid five dollars and twenty cents!',
    )
  })

  test('text of another language stays as it is written', () => {
    expect(readableText(localRequest('Le 3 mai'), 'fr')).toBe('Le 3 mai')
  })
})
