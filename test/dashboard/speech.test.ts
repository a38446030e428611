import { describe, expect, test } from 'bun:test'
import { encodeSamples } from '../../src/audio/sample-encoding.ts'
import { Comparison } from '../../src/dashboard/web/pages/playground/comparison.ts'
import { remembered } from '../../src/dashboard/web/pages/playground/history.ts'
import { Utterance } from '../../src/dashboard/web/pages/playground/utterance.ts'
import { type AccessToken, AccessTokens } from '../../src/dashboard/web/speech/access-tokens.ts'
import type { TimedWord } from '../../src/dashboard/web/speech/parts.ts'
import { creditsOf, type SpeechSettings } from '../../src/dashboard/web/speech/request.ts'

const RATE = 8000
const SETTINGS: SpeechSettings = {
  text: 'Hi 🙂',
  model: 'gepard-1.0',
  voice: 'x',
  language: undefined,
  speed: 1,
  transport: 'sse',
  container: 'raw',
  format: { encoding: 'pcm_s16le', sampleRate: RATE },
}

/** A tone with words, as if it had been spoken. */
function spoken(seconds: number, amplitude = 0.5, words: readonly TimedWord[] = []): Utterance {
  const utterance = new Utterance(1, SETTINGS, { id: 'x', name: 'Kathleen' })
  const samples = Float32Array.from({ length: seconds * RATE }, (_, i) => amplitude * Math.sin(i / 5))
  utterance.take({ type: 'sending' })
  utterance.take({ type: 'audio', bytes: new Uint8Array(encodeSamples('pcm_s16le', samples)) })
  utterance.take({ type: 'words', words })
  return utterance
}

describe('an access token', () => {
  const clock = { now: 0 }
  const asking = () => {
    const asked: PromiseWithResolvers<AccessToken>[] = []
    const tokens = new AccessTokens(
      () => {
        asked.push(Promise.withResolvers<AccessToken>())
        return asked.at(-1)!.promise
      },
      () => clock.now,
    )
    const answer = (at: number) => asked[at]!.resolve({ token: `token ${at}`, until: clock.now + 300_000 })
    return { asked, tokens, answer }
  }

  test('is asked for once by all who wait for it, and kept until shortly before its end', async () => {
    const { asked, tokens, answer } = asking()
    const waiting = [tokens.get(), tokens.get()]
    answer(0)
    expect(await Promise.all(waiting)).toEqual(['token 0', 'token 0'])
    clock.now += 269_000
    expect(await tokens.get()).toBe('token 0')
    clock.now += 2000
    const again = [tokens.get(), tokens.get()]
    await Bun.sleep(0)
    answer(1)
    expect(await Promise.all(again)).toEqual(['token 1', 'token 1'])
    expect(asked).toHaveLength(2)
  })

  test('is asked for again after a failure, and after it was refused', async () => {
    const { asked, tokens, answer } = asking()
    const failing = tokens.get()
    asked[0]!.reject(new Error('away'))
    expect(failing).rejects.toThrow('away')
    await failing.catch(() => {})
    const second = tokens.get()
    answer(1)
    expect(await second).toBe('token 1')
    tokens.forget()
    const third = tokens.get()
    answer(2)
    expect(await third).toBe('token 2')
  })
})

describe('a comparison', () => {
  const slow = [
    { word: 'one', start: 0, end: 1 },
    { word: 'two', start: 1, end: 3 },
  ]
  const fast = [
    { word: 'one', start: 0.1, end: 0.5 },
    { word: 'two', start: 0.5, end: 1 },
  ]

  test('makes the louder one as loud as the softer', () => {
    const comparison = new Comparison(spoken(1, 0.8), spoken(1, 0.2))
    expect(comparison.volume('a')).toBeCloseTo(0.25, 2)
    expect(comparison.volume('b')).toBe(1)
  })

  test('goes on in the same word', () => {
    const comparison = new Comparison(spoken(3, 0.5, slow), spoken(1, 0.5, fast))
    expect(comparison.samePlace('a', 2)).toBeCloseTo(0.75)
    expect(comparison.samePlace('b', 0.75)).toBeCloseTo(2)
  })

  test('goes on at the same share where there are no words to go by', () => {
    expect(new Comparison(spoken(2), spoken(1)).samePlace('a', 1)).toBeCloseTo(0.5)
  })
})

test('the history keeps the newest, as far as they fit', () => {
  const entries = [spoken(1), spoken(2), spoken(3)]
  expect(remembered(entries, { entries: 2, bytes: 1e6 })).toEqual(entries.slice(0, 2))
  expect(remembered(entries, { entries: 9, bytes: 50_000 })).toEqual(entries.slice(0, 2))
  expect(remembered(entries, { entries: 9, bytes: 1 })).toEqual(entries.slice(0, 1))
})

test('credits are those of code points, and only what was heard of is charged', () => {
  expect(creditsOf('Hi 🙂')).toBe(4)
  const utterance = spoken(1)
  expect(utterance.credits).toBeUndefined()
  utterance.status = 'interrupted'
  expect(utterance.credits).toBe(4)
  utterance.status = 'failed'
  expect(utterance.credits).toBe(0)
})
