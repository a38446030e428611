import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Engine, WordTime } from '../../src/engines/shared/engine.ts'
import { LANGUAGES, localeOf } from '../../src/languages/registry.ts'
import { speakSegments } from '../../src/speech/speak-segments.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { TOKI_PONA } from './toki-pona/toki-pona.ts'

/** Four languages: those of Purr, and one that is a folder of the tests. */
const languages = [...LANGUAGES, TOKI_PONA]
const { speaker } = catalogue()[0]!

let engine: Engine
beforeAll(async () => {
  engine = await EmbeddedEngine.start({ size: 1, languages })
})
afterAll(() => engine.close())

async function spoken(tag: string, text: string) {
  const words: WordTime[] = []
  let loudest = 0
  let samples = 0
  const segments = segmentsOf(text, localeOf(tag, languages))
  for await (const stretch of speakSegments(segments, speaker, engine, new AbortController().signal)) {
    words.push(...stretch.words)
    samples += stretch.pcm.length
    for (const sample of stretch.pcm) loudest = Math.max(loudest, Math.abs(sample))
  }
  return { words, loudest, seconds: samples / SAMPLE_RATE, segments }
}

test('a language of ten words in a folder of its own is spoken, word by word', async () => {
  const { words, loudest, seconds, segments } = await spoken('tok', 'Toki! jan 3 li moku. sina pona.')
  expect(words.map(({ word }) => word)).toEqual(['Toki!', 'jan', '3', 'li', 'moku.', 'sina', 'pona.'])
  for (const { start, end } of words) expect(end).toBeGreaterThan(start)
  for (const [index, { start }] of words.entries()) {
    if (index > 0) expect(start).toBeGreaterThanOrEqual(words[index - 1]!.end)
  }
  expect(words.at(-1)!.end).toBeLessThan(seconds)
  expect(loudest).toBeGreaterThan(0.1)
  const forecast = segments.reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
  expect(forecast / seconds).toBeWithin(0.6, 1.6)
})

test('its text is cut and read by its own rules', () => {
  const segments = segmentsOf('Toki. jan 3 li moku.', localeOf('tok', languages))
  expect(segments.map(({ segment }) => segment?.tokens)).toEqual([
    [{ written: 'Toki.', spoken: ['toki'] }, '.'],
    [
      { written: 'jan', spoken: ['jan'] },
      { written: '3', spoken: ['tu', 'wan'] },
      { written: 'li', spoken: ['li'] },
      { written: 'moku.', spoken: ['moku'] },
      '.',
    ],
  ])
})

test('words that it does not have have no time', async () => {
  const { words } = await spoken('tok', 'jan xyz pona')
  const [, unknown] = words
  expect(unknown!.end).toBe(unknown!.start)
})

test('the other languages are spoken beside it, and it is not known where it is not registered', async () => {
  expect((await spoken('de', 'Guten Tag.')).words.map(({ word }) => word)).toEqual(['Guten', 'Tag.'])
  expect(localeOf('tok', languages).language).toBe(TOKI_PONA)
  expect(localeOf('tok').tag).toBe('en-US')
})
