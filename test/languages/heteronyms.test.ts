import { describe, expect, test } from 'bun:test'
import { MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES } from '../../src/languages/registry.ts'
import { DUTCH } from './dutch/pronunciation/heteronyms.ts'
import { ENGLISH } from './english/pronunciation/heteronyms.ts'
import { GERMAN } from './german/pronunciation/heteronyms.ts'
import { inIpa, named, tokensOf } from './shared/pronunciation/tokens.ts'

const encoder = await PhoneEncoder.load(MODEL_FOLDER, LANGUAGES)

/** The token ids of the word in brackets. */
async function bracketed(sentence: string, language: string): Promise<Int32Array> {
  const tokens = tokensOf(sentence.replace(/[[\]]/g, ''))
  const before = tokensOf(sentence.slice(0, sentence.indexOf('['))).filter(
    (token) => typeof token !== 'string',
  )
  const { ids, words } = await encoder.encode(tokens, language)
  const { from, to } = words[before.length]!
  return ids.subarray(from, to)
}

describe('a heteronym is read as its context says', () => {
  test.each(ENGLISH)('%s', async (sentence, phones) => {
    expect(named(await bracketed(sentence, 'en'))).toBe(phones)
  })

  test.each(GERMAN)('%s', async (sentence, phones) => {
    expect(inIpa(await bracketed(sentence, 'de'))).toBe(phones)
  })

  test.each(DUTCH)('%s', async (sentence, phones) => {
    expect(inIpa(await bracketed(sentence, 'nl'))).toBe(phones)
  })
})
