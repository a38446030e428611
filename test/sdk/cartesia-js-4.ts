import { beforeAll, describe, expect, test } from 'bun:test'
import type { scenarios } from './scripts/cartesia-js-4.ts'
import type { Digest } from './scripts/scenario.ts'
import { LONG, PIECES, SENTENCE } from './scripts/texts.ts'
import type { Performance, Runtime, Suite } from './suite.ts'
import { expectTimes } from './word-times.ts'

const runtimes: [Runtime, string[]][] = [
  ['the package ws', ['Unexpected server response: 401']],
  // Node does not tell, and Node 24 says nothing at all.
  ['the WebSocket of the runtime', ['Received network error or non-101 status code.', '']],
]

/** What is expected of cartesia-js 4. */
export function cartesiaJs4(suite: () => Suite): void {
  describe.each(runtimes)('cartesia-js 4 with %s', (runtime, refusedHandshake) => {
    let purr: Suite
    let sentence: Digest
    let turn: Digest
    let client: Performance<typeof scenarios>
    beforeAll(async () => {
      purr = suite()
      sentence = await purr.speech(SENTENCE)
      turn = await purr.speech(PIECES.join(''))
      client = await purr.play('cartesia-js-4.ts', runtime)
    })

    test('reads the status of the service', () => {
      expect(client.of('status')).toEqual({ ok: true, version: expect.any(String) })
    })

    test('fetches raw audio', () => {
      expect(client.of('bytes')).toEqual({ type: 'application/octet-stream', audio: sentence })
    })

    test('fetches a WAV file whose header tells its true size', () => {
      expect(client.of('wav')).toEqual({ type: 'audio/wav', magic: 'RIFF', missing: 0 })
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
      expect(client.of('utterance')).toEqual({ audio: sentence, words: [], marks: ['done'] })
    })

    test('speaks a turn that comes in pieces as it would speak the whole, with word times', () => {
      const { audio, words, marks } = client.of('turn')
      expect(audio).toEqual(turn)
      expect(marks).toEqual(['done'])
      expectTimes(words, PIECES.join(''), audio)
    })

    test('is told when what it flushed was spoken', () => {
      const { audio, marks } = client.of('turnWithFlush')
      expect(marks).toEqual(['flush_done', 'done'])
      expect(audio.bytes).toBeGreaterThan(32_000)
    })

    test('has two contexts spoken on one socket', () => {
      const spoken = { audio: turn, words: [], marks: ['done'] }
      expect(client.of('interleaved')).toEqual([spoken, spoken])
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

    test('is not answered when it flushes or cancels what is over', () => {
      expect(client.of('lateControl')).toEqual({ late: [], audio: sentence })
    })

    test('finds the voices, page by page', () => {
      const { ids, sameAsOnePage, one, unknown } = client.of('voices')
      expect(ids).toEqual(sameAsOnePage)
      expect(ids).toContain(purr.setting.voice)
      expect(one).toMatchObject({ id: purr.setting.voice, language: 'en' })
      expect(unknown).toMatchObject({ name: 'NotFoundError', status: 404, code: 'voice_not_found' })
    })

    test('clones a voice of a file, speaks with it, and deletes it', () => {
      const { made, found, place, fetched, spoken, deleted, ...refused } = client.of('clone')
      expect(made as object).toEqual({
        id: expect.any(String),
        name: 'Ann',
        description: 'At the reception',
        language: 'en',
        model_id: 'gepard-1.0',
        is_owner: true,
        is_public: false,
        created_at: expect.any(String),
        user_id: expect.any(String),
      })
      expect(found as object).toEqual(made)
      expect(place).toBe(0)
      expect(fetched.bytes).toBeGreaterThan(16_000)
      expect(spoken).toEqual(fetched)
      expect(deleted).toBeNull()
      expect(refused).toMatchObject({
        afterwards: { name: 'NotFoundError', status: 404, code: 'voice_not_found' },
        shared: { name: 'NotFoundError', status: 404, code: 'voice_not_found' },
        language: { name: 'BadRequestError', status: 400, code: 'invalid_language' },
        credits: { name: 'APIError', status: 402, code: 'payment_required' },
      })
    })

    test('makes a pronunciation dictionary, speaks with it, and deletes it', () => {
      const { made, changed, fetched, listed, phonemes, deleted, afterwards } = client.of('dictionary')
      expect(made).toMatchObject({
        name: 'Names',
        items: [{ text: 'doctor', alias: 'nurse', case_sensitive: false }],
        pinned: false,
      })
      expect(changed).toEqual({ ...made, name: 'Titles' })
      expect(fetched).toEqual(changed)
      expect(listed).toEqual([made.id])
      expect(phonemes).toEqual(['n', 'ˈɝ', 's'])
      expect(deleted).toBeNull()
      expect(afterwards).toMatchObject({
        name: 'NotFoundError',
        status: 404,
        code: 'pronunciation_dict_not_found',
      })
    })

    test('makes an access token, with which another client speaks and does nothing else', () => {
      const { fetched, spoken, again, useless } = client.of('accessToken')
      expect(fetched).toEqual(sentence)
      expect(spoken).toEqual({ audio: sentence, words: [], marks: ['done'] })
      expect(again).toMatchObject({ name: 'PermissionDeniedError', status: 403, code: 'not_granted' })
      expect(useless).toMatchObject({ name: 'BadRequestError', status: 400, code: 'invalid_grants' })
    })

    const refusals: [string, number, string, string][] = [
      ['model', 400, 'unknown_model', 'BadRequestError'],
      ['noTranscript', 400, 'missing_transcript', 'BadRequestError'],
      ['bareVoice', 400, 'missing_voice', 'BadRequestError'],
      ['voice', 404, 'voice_not_found', 'NotFoundError'],
      ['format', 400, 'invalid_output_format', 'BadRequestError'],
      ['tooLong', 400, 'input_too_long', 'BadRequestError'],
      ['tooLarge', 413, 'payload_too_large', 'APIError'],
    ]

    test.each([
      ...refusals,
      ['key', 401, 'unauthorized', 'AuthenticationError'],
      ['credits', 402, 'payment_required', 'APIError'],
    ] as const)('is refused over HTTP for the %s: %i %s', (wrong, status, code, name) => {
      expect(client.of('refusals')[wrong]).toEqual({ status, code, name, message: expect.any(String) })
    })

    test.each(refusals)('is refused on a WebSocket for the %s: %i %s', (wrong, status, code) => {
      expect(client.of('refusedFrames').told[wrong]).toEqual({ status, code, thrown: expect.any(String) })
    })

    test('is spoken to on a socket after all these refusals', () => {
      expect(client.of('refusedFrames').afterwards).toEqual(sentence)
    })

    test('is refused before an event stream opens', () => {
      expect(client.of('refusedEvents')).toMatchObject({ status: 400, code: 'input_too_long' })
    })

    test('is refused a socket for a wrong key', () => {
      expect(refusedHandshake).toContain(client.of('refusedHandshake'))
    })

    test('is told on a socket that credits are missing', () => {
      expect(client.of('refusedForCredits')).toStartWith('The balance does not cover the 55 credits')
    })
  })
}
