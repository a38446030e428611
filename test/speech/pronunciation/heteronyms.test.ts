import { describe, expect, test } from 'bun:test'
import type { Language } from '../../../src/speech/language.ts'
import { MODEL_FOLDER } from '../../../src/speech/model-folder.ts'
import { createPronouncer } from '../../../src/speech/pronunciation/pronouncer.ts'
import { DUTCH } from './heteronyms/dutch.ts'
import { ENGLISH } from './heteronyms/english.ts'
import { GERMAN } from './heteronyms/german.ts'
import { inIpa, named, tokensOf } from './tokens.ts'

const pronouncer = await createPronouncer(MODEL_FOLDER)

/** The token ids of the word in brackets. */
async function bracketed(sentence: string, language: Language): Promise<Int32Array> {
  const tokens = tokensOf(sentence.replace(/[[\]]/g, ''))
  const before = tokensOf(sentence.slice(0, sentence.indexOf('['))).filter(
    (token) => typeof token !== 'string',
  )
  const { ids, words } = await pronouncer.encode(tokens, language)
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
