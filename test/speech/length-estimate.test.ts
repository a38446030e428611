import { beforeAll, expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Engine } from '../../src/engines/shared/engine.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { speakSegments } from '../../src/speech/speak-segments.ts'
import { TextStream } from '../../src/speech/text-stream.ts'
import { sharedEngine } from '../support/service.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { DUTCH_TEXTS, GERMAN_TEXTS, ORDINARY_TEXTS } from '../support/texts.ts'

let engine: Engine
beforeAll(async () => {
  engine = await sharedEngine()
})

const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: ORDINARY_TEXTS,
  de: GERMAN_TEXTS,
  nl: DUTCH_TEXTS,
}

/** The first voice of each language speaks all texts, the others only prose: how slow a voice is changes all texts alike. */
const SPOKEN = Object.entries(TEXTS).flatMap(([code, texts]) => {
  const voices = catalogue().filter(({ language }) => localeOf(language).language.code === code)
  return voices.flatMap((voice, index) =>
    Object.entries(texts)
      .filter(([kind]) => index === 0 || kind === 'prose')
      .map(([kind, text]) => [voice.name, kind, voice, text] as const),
  )
})

test.each(SPOKEN)(
  'the prediction for %s speaking %s is within 12 %% of the speech',
  async (_voice, _kind, { language, speaker }, text) => {
    const locale = localeOf(language)
    let samples = 0
    const segments = segmentsOf(text, locale)
    for await (const { pcm } of speakSegments(segments, speaker, engine, new AbortController().signal))
      samples += pcm.length
    expect((await predicted(text, 120, locale)) / (samples / SAMPLE_RATE)).toBeWithin(0.88, 1.12)
  },
)

async function predicted(text: string, limit = 120, locale = localeOf('en-US')): Promise<number> {
  return (await new TextStream(locale).forecast(text, limit)).seconds
}

test.each([
  ['about 900 characters of prose', (length: number) => ORDINARY_TEXTS.prose.repeat(3).slice(0, length), 900],
  ['about 130 digits', (length: number) => '7 4 1 9 3 6 8 2 5 0 '.repeat(20).slice(0, 2 * length), 130],
])('%s reach the limit of 46.5 s', async (_, text, length) => {
  expect(await predicted(text(Math.round(length * 0.85)))).toBeLessThan(46.5)
  expect(await predicted(text(Math.round(length * 1.15)))).toBeGreaterThan(46.5)
})

test('reading stops at the limit: the rest of a text that is too long is not looked at', async () => {
  expect(await predicted('The boat is here. '.repeat(3000), 46.5)).toBeWithin(46.5, 60)
})
