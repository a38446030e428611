import { beforeAll, describe, expect, test } from 'bun:test'
import type { scenarios } from './scripts/livekit.ts'
import type { Digest } from './scripts/scenario.ts'
import { LONG, PIECES, SENTENCE } from './scripts/texts.ts'
import type { Performance, Suite } from './suite.ts'
import { expectTimes } from './word-times.ts'

/** What is expected of LiveKit's plugin for Node. */
export function livekit(suite: () => Suite): void {
  describe("LiveKit's plugin for Node", () => {
    let purr: Suite
    let client: Performance<typeof scenarios>
    let sentence: Digest
    let turn: Digest
    beforeAll(async () => {
      purr = suite()
      client = await purr.play('livekit.ts')
      // The plugin puts a space behind every sentence that it sends in a stream.
      sentence = await purr.speech(`${SENTENCE} `)
      turn = await purr.speech(`${PIECES.join('')} `)
    })

    test('understands every frame', () => {
      expect(client.log).toEqual([])
    })

    test('synthesizes a text', async () => {
      expect(client.of('synthesize')).toEqual({ audio: await purr.speech(SENTENCE), sampleRate: 16000 })
    })

    test('streams a turn that comes in pieces, with word times', () => {
      const { audio, words } = client.of('stream')
      expect(audio).toEqual(turn)
      expectTimes(words, PIECES.join(''), audio)
    })

    test('streams one turn after the other', () => {
      expect(client.of('turnsInARow').map(({ audio }) => audio)).toEqual([sentence, sentence])
    })

    test('streams turns at the same time', () => {
      expect(client.of('turnsAtOnce').map(({ audio }) => audio)).toEqual([turn, sentence])
    })

    test('ends a turn without words', () => {
      expect(client.of('withoutWords')).toMatchObject({ audio: { bytes: 0 }, words: [] })
    })

    test('goes on after an interruption', async () => {
      const { heard, errors, afterwards } = client.of('interrupted')
      expect(heard).toBeGreaterThan(0)
      expect(heard).toBeLessThan((await purr.speech(LONG)).bytes)
      expect(errors).toBe(0)
      expect(afterwards.audio).toEqual(sentence)
    })

    test('is the voice of an agent', () => {
      expect(client.of('agent')).toEqual(sentence)
    })

    test('is spoken what fits of a turn that is too long', () => {
      const seconds = client.of('longTurn').audio.bytes / 2 / 16000
      expect(seconds).toBeGreaterThan(35)
      expect(seconds).toBeLessThan(55)
    })

    test('speaks at the rate of a telephone', async () => {
      const { audio, words } = client.of('telephone')
      expect(audio).toEqual(await purr.speech(`${SENTENCE} `, 8000))
      expectTimes(words, SENTENCE, audio, 8000)
    })

    test.each(['model', 'voice', 'rate', 'tooLong', 'credits'] as const)(
      'ends the turn in silence when it is refused for the %s',
      (wrong) => {
        expect(client.of('refusals')[wrong].bytes).toBe(0)
      },
    )

    test('ends the turn in silence when it is refused while its text still comes', () => {
      expect(client.of('refusedEarly')).toMatchObject({ audio: { bytes: 0 } })
    })

    test('tells that its key is wrong', () => {
      const { audio, errors } = client.of('refusedHandshake')
      expect(audio.bytes).toBe(0)
      expect(errors).toEqual(['Cartesia WebSocket connection rejected with status 401'])
    })

    test('does not look at the status of what it synthesizes: an error is played', () => {
      expect(JSON.parse(client.of('playedRefusal')).error).toBe('unknown_model')
    })
  })
}
