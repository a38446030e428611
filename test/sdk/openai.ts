import { beforeAll, describe, expect, test } from 'bun:test'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'
import type { scenarios } from './scripts/openai.ts'
import { digest } from './scripts/scenario.ts'
import { SENTENCE } from './scripts/texts.ts'
import type { Performance, Suite } from './suite.ts'

/** What LiveKit's plugin makes frames of: what is left over at the end is never played. */
const FRAME_SECONDS = 0.1

/** What is expected of the openai client, and of LiveKit's plugin for it. */
export function openAi(suite: () => Suite): void {
  describe('the openai client', () => {
    let purr: Suite
    let client: Performance<typeof scenarios>
    let pcm: Buffer
    beforeAll(async () => {
      purr = suite()
      client = await purr.play('openai.ts')
      pcm = Buffer.from(client.of('pcm'), 'base64')
    })

    test('is spoken the audio of /tts/bytes', async () => {
      const decoded = await decodedByFfmpeg(Buffer.from(client.of('flac'), 'base64'), 22_050)
      const samples = Int16Array.from(decoded, (sample) => sample * 32_768)
      const native = await purr.speech(SENTENCE, 22_050)
      expect(digest([new Uint8Array(samples.buffer)])).toEqual(native)
      expect(pcm).toHaveLength(2 * Math.ceil(((native.bytes / 2) * 24_000) / 22_050))
    })

    test('is given MP3 when it asks for no format', async () => {
      const decoded = await decodedByFfmpeg(Buffer.from(client.of('mp3'), 'base64'), 22_050)
      expect(decoded.length / 22_050).toBeGreaterThan(pcm.length / 2 / 24_000)
    })

    test('is sent the same audio as events', () => {
      const events = client.of('events')
      const audio = events.map((event) => Buffer.from(event.audio ?? '', 'base64'))
      expect(Buffer.concat(audio).equals(pcm)).toBeTrue()
      expect(events.at(-1)!.type).toBe('speech.audio.done')
    })

    test('reads a model', () => {
      expect(client.of('model')).toMatchObject({ id: 'tts-1', object: 'model' })
    })

    test('lists the models', () => {
      expect(client.of('models')).toContain('gepard-1.0')
    })

    test('throws the error that belongs to each refusal', () => {
      const type = 'invalid_request_error'
      const bad = { name: 'BadRequestError', status: 400, type }
      const notFound = { name: 'NotFoundError', status: 404, type }
      expect(client.of('refusals')).toEqual({
        model: { ...notFound, code: 'model_not_found', param: 'model' },
        retrieved: { ...notFound, code: 'model_not_found', param: 'model' },
        noModel: { ...bad, code: 'unknown_model', param: 'model' },
        voice: { ...notFound, code: 'voice_not_found', param: 'voice' },
        format: { ...bad, code: 'invalid_output_format', param: null },
        tooLong: { ...bad, code: 'input_too_long', param: 'input' },
        key: { name: 'AuthenticationError', status: 401, code: 'invalid_api_key', param: null, type },
        credits: {
          name: 'APIError',
          status: 402,
          code: 'insufficient_quota',
          param: null,
          type: 'insufficient_quota',
        },
      })
    })

    test("speaks for LiveKit's plugin, which drops what does not fill its last frame", () => {
      const { audio, sampleRate } = client.of('livekit')
      const heard = Buffer.from(audio, 'base64')
      expect(sampleRate).toBe(24_000)
      expect(pcm.subarray(0, heard.length).equals(heard)).toBeTrue()
      expect(pcm.length - heard.length).toBeLessThan(FRAME_SECONDS * 24_000 * 2)
    })
  })
}
