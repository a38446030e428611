import { beforeAll, describe, expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import type { Segment, WordTime } from '../../../src/engines/shared/engine.ts'
import { EstimatedWordTimes } from '../../../src/engines/shared/estimated-word-times.ts'
import { plainLocaleOf } from '../../../src/languages/registry.ts'
import { seeded } from '../../support/random.ts'
import { type Rendered, rendered } from '../../support/rendered.ts'
import { segmentsOf } from '../../support/text-stream.ts'
import { DUTCH_TEXTS, GERMAN_TEXTS, ORDINARY_TEXTS } from '../../support/texts.ts'

/** The words of a segment that is heard in pieces of this many samples; with one piece, all of it before any word. */
function estimated(
  segment: Pick<Segment, 'tokens' | 'seconds'>,
  pcm: Float32Array,
  piece = pcm.length,
): WordTime[] {
  const times = new EstimatedWordTimes(segment)
  const words: WordTime[] = []
  for (let at = 0; at < pcm.length; at += piece) {
    times.hear(pcm.subarray(at, at + piece))
    if (at + piece >= pcm.length) break
    const begun = times.begun()
    for (const { start } of begun) expect(start * SAMPLE_RATE).toBeWithin(at - 1e-6, at + piece)
    words.push(...begun)
  }
  return [...words, ...times.rest()]
}

function expectSound({ tokens }: Pick<Segment, 'tokens'>, words: readonly WordTime[], seconds: number): void {
  const written = tokens.flatMap((token) => (typeof token === 'string' ? [] : token.written))
  expect(words.map(({ word }) => word)).toEqual(written)
  let last = 0
  for (const { start, end, said } of words) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(start).toBeLessThanOrEqual(seconds)
    last = start
    let within = start
    for (const spoken of said) {
      expect(spoken.start).toBeGreaterThanOrEqual(within)
      within = spoken.end
      expect(spoken.phones).toEqual([])
    }
    expect(within).toBeLessThanOrEqual(end)
  }
}

const TEXTS = { 'en-US': ORDINARY_TEXTS, 'de-DE': GERMAN_TEXTS, 'nl-NL': DUTCH_TEXTS }

describe.each(Object.entries(TEXTS))('%s', (tag, texts) => {
  let segments: Rendered[]
  beforeAll(async () => {
    segments = [...(await rendered(texts.news, tag)), ...(await rendered(texts.numbers, tag))]
  }, 60_000)

  /** How far off the words begin, in seconds, the best first. */
  const errors = (piece?: number) =>
    segments
      .flatMap(({ segment, pcm, words }) => {
        const estimates = estimated(segment, pcm, piece)
        expectSound(segment, estimates, pcm.length / SAMPLE_RATE)
        return words.map(({ start }, index) => Math.abs(estimates[index]!.start - start))
      })
      .sort((a, b) => a - b)

  test('half of the words of a whole segment begin within 70 ms of the true time, nine in ten within 300 ms', () => {
    const ordered = errors()
    expect(ordered.length).toBeGreaterThan(60)
    expect(ordered[Math.floor(ordered.length * 0.5)]).toBeLessThan(0.07)
    expect(ordered[Math.floor(ordered.length * 0.9)]).toBeLessThan(0.3)
  })

  test('half of the words of a segment that is still coming begin within 200 ms', () => {
    const ordered = errors(1764)
    expect(ordered[Math.floor(ordered.length * 0.5)]).toBeLessThan(0.2)
  })
})

test('the words of a whole segment cover it, from its first sound to its last', async () => {
  for (const { segment, pcm } of await rendered(
    'When the sun came over the hills he sat on the same flat stone, and took off his shoes.',
    'en-US',
  )) {
    const words = estimated(segment, pcm)
    expect(words[0]!.start).toBeLessThan(0.06)
    expect(words.at(-1)!.end).toBeWithin(pcm.length / SAMPLE_RATE - 0.15, pcm.length / SAMPLE_RATE)
    for (const [index, { start }] of words.entries())
      if (index > 0) expect(start - words[index - 1]!.end).toBeWithin(-1e-9, 0.5)
  }
})

test('whatever the audio, words come once, in order, and within it', () => {
  const random = seeded(4)
  const texts = [
    ['en-US', 'One two three, 4 5 6; call 555-0199, the end — at last!'],
    ['en-US', '* ~ Hello _ ... 😀'],
    ['es', '¡Hola! Son 1,234.50 pesos.'],
    ['zh', '人人生而自由，在尊严和权利上一律平等。'],
  ] as const
  for (const [tag, text] of texts) {
    for (const { segment } of segmentsOf(text, plainLocaleOf(tag))) {
      if (segment === undefined) continue
      for (let round = 0; round < 10; round++) {
        const seconds = random() ** 3 * 10
        const pcm = new Float32Array(Math.round(seconds * SAMPLE_RATE))
        let level = 0
        for (let i = 0; i < pcm.length; i++) {
          if (i % 1500 === 0) level = random() < 0.4 ? 0 : random()
          pcm[i] = (random() - 0.5) * level
        }
        for (const piece of [undefined, 50 + Math.floor(random() * 5000)])
          expectSound(segment, estimated(segment, pcm, piece), seconds + 0.02)
      }
    }
  }
})
