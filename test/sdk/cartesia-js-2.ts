import { beforeAll, describe, expect, test } from 'bun:test'
import { listedVoices } from '../support/listed-voices.ts'
import type { scenarios } from './scripts/cartesia-js-2.ts'
import type { Digest } from './scripts/scenario.ts'
import { LONG, PIECES, SENTENCE } from './scripts/texts.ts'
import type { Performance, Runtime, Suite } from './suite.ts'
import { expectTimes } from './word-times.ts'

const runtimes: [Runtime, string[]][] = [
  ['the package ws', ['Unexpected server response: 401']],
  // Node does not tell, and Node 24 says nothing at all.
  ['the WebSocket of the runtime', ['Received network error or non-101 status code.', '']],
]

/** What is expected of cartesia-js 2. */
export function cartesiaJs2(suite: () => Suite): void {
  describe.each(runtimes)('cartesia-js 2 with %s', (runtime, refusedHandshake) => {
    let purr: Suite
    let sentence: Digest
    let turn: Digest
    let client: Performance<typeof scenarios>
    beforeAll(async () => {
      purr = suite()
      sentence = await purr.speech(SENTENCE)
      turn = await purr.speech(PIECES.join(''))
      client = await purr.play('cartesia-js-2.ts', runtime)
    })

    test('reads the status of the service', () => {
      expect(client.of('status')).toEqual({ ok: true, version: expect.any(String) })
    })

    test('fetches raw audio', () => {
      expect(client.of('bytes')).toEqual(sentence)
    })

    test('reads an event stream with word times', () => {
      expect(client.of('events')).toEqual({
        audio: sentence,
        types: ['chunk', 'timestamps', 'done'],
        words: SENTENCE.split(' '),
        contexts: ['greeting'],
      })
    })

    test('speaks an utterance on a WebSocket', () => {
      const { audio, marks } = client.of('utterance')
      expect(audio).toEqual(sentence)
      expect(marks).toEqual(['done'])
    })

    test('is sent word times, but has no event for them: it looks for them under another name', () => {
      const { audio, words, timestamps } = client.of('utterance')
      expectTimes(words, SENTENCE, audio)
      expect(timestamps).toEqual([])
    })

    test('speaks a turn that comes in pieces as it would speak the whole', () => {
      expect(client.of('turn')).toMatchObject({ audio: turn, marks: ['done'] })
    })

    test('has two contexts spoken on one socket', () => {
      const spoken = { audio: turn, marks: ['done'] }
      expect(client.of('interleaved')).toMatchObject([spoken, spoken])
    })

    test('hears nothing more of a context that it cancels, and the others whole', async () => {
      const long = await purr.speech(LONG)
      const { heard, marks, whole, afterwards } = client.of('cancelled')
      expect(heard).toBeGreaterThan(0)
      expect(heard).toBeLessThan(long.bytes)
      expect(marks).toEqual([])
      expect(whole.map(({ audio }) => audio)).toEqual([long, long])
      expect(afterwards.audio).toEqual(sentence)
    })

    test('finds a voice', () => {
      const { one, unknown } = client.of('voices')
      expect(one).toMatchObject({ id: purr.setting.voice, language: 'en' })
      expect(unknown).toEqual({ status: 404, code: 'voice_not_found' })
    })

    test('lists the voices: it is given the array that it expects, where the specification has pages', () => {
      expect(client.of('voices').listed).toEqual(listedVoices().map(({ id }) => id))
    })

    test('clones a voice of a file, speaks with it, and deletes it', () => {
      const { made, found, place, fetched, spoken, afterwards, shared, credits } = client.of('clone')
      expect(made).toMatchObject({ id: expect.any(String), name: 'Ann', description: '', language: 'en' })
      expect(found as object).toEqual(made)
      expect(place).toBe(0)
      expect(fetched.bytes).toBeGreaterThan(16_000)
      expect(spoken).toEqual(fetched)
      for (const refused of [afterwards, shared])
        expect(refused).toEqual({ status: 404, code: 'voice_not_found' })
      expect(credits).toEqual({ status: 402, code: 'payment_required' })
    })

    const refusals: [string, number, string][] = [
      ['model', 400, 'unknown_model'],
      ['noTranscript', 400, 'missing_transcript'],
      ['voice', 404, 'voice_not_found'],
      ['format', 400, 'invalid_output_format'],
      ['tooLong', 400, 'input_too_long'],
      ['tooLarge', 413, 'payload_too_large'],
    ]

    test.each([...refusals, ['key', 401, 'unauthorized'], ['credits', 402, 'payment_required']] as const)(
      'is refused over HTTP for the %s: %i %s',
      (wrong, status, code) => {
        expect(client.of('refusals')[wrong]).toEqual({ status, code })
      },
    )

    test.each(refusals)('is refused on a WebSocket for the %s: %i %s', (wrong, status, code) => {
      expect(client.of('refusedFrames').told[wrong]).toEqual({ status, code })
    })

    test('is spoken to on a socket after all these refusals', () => {
      expect(client.of('refusedFrames').afterwards).toEqual(sentence)
    })

    test('is refused before an event stream opens', () => {
      expect(client.of('refusedEvents')).toEqual({ status: 400, code: 'input_too_long' })
    })

    test('is refused a socket for a wrong key', () => {
      const { told, reason } = client.of('refusedHandshake')
      expect(told).toBe('WebSocket closed before it could connect.')
      expect(refusedHandshake).toContain(reason)
    })

    test('is told on a socket that credits are missing', () => {
      expect(client.of('refusedForCredits')).toEqual({ status: 402, code: 'payment_required' })
    })
  })
}
