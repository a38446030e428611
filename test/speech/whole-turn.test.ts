import { describe, expect, test } from 'bun:test'
import type { TurnSpeech, TurnText } from '../../src/engines/shared/engine.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { type PassedText, TextPasser } from '../../src/speech/passed-text.ts'
import { TextStream } from '../../src/speech/text-stream.ts'
import { speakTurn } from '../../src/speech/whole-turn.ts'

const SPEAKER = { speed: 1, pace: 1 }

/** Words with their times, in seconds. */
type Told = readonly (readonly [word: string, start: number, end: number])[]

/** Seconds of speech, with the words that are told with it. */
function speech(seconds: number, told: Told = [], flushes = 0): TurnSpeech {
  const words = told.map(([word, start, end]) => ({ word, start, end, said: [] }))
  return { pcm: new Float32Array(seconds * 22050), words, flushes }
}

/** What comes of a turn whose engine takes all text first, and then gives that. */
async function turn(
  pieces: readonly (string | 'flush')[],
  given: readonly TurnSpeech[],
  { hasTimes = true } = {},
) {
  const text = new TextPasser(new TextStream(localeOf('en-US')))
  let flushes = 0
  const passed: PassedText[] = pieces.flatMap((piece) =>
    piece === 'flush' ? text.flush(flushes++) : text.push(piece, undefined),
  )
  passed.push(...text.flush())
  const taken: TurnText[] = []
  const engine = {
    speak: () => {
      throw new Error('no segment is spoken')
    },
    async *speakTurn(pieces: AsyncIterable<TurnText>) {
      for await (const piece of pieces) taken.push(piece)
      yield* given
    },
    close: async () => {},
  }
  async function* coming() {
    yield* passed
  }
  const options = { signal: new AbortController().signal, tag: 'en-US', hasTimes }
  const chunks = await Array.fromAsync(speakTurn(coming(), SPEAKER, engine, options))
  return { taken, chunks }
}

describe('an engine that takes the text of a turn as it comes', () => {
  test('gets it as it was written', async () => {
    const { taken } = await turn(['Hel', 'lo <break ', 'time="1s"/>', 'flush', ' you'], [])
    expect(
      taken.map(({ text, isFlush }) => (isFlush ? 'flush' : text)).filter((each) => each !== ''),
    ).toEqual(['Hel', 'lo <break ', 'time="1s"/>', 'flush', ' you'])
  })

  test('is asked for nothing where there is no text', async () => {
    expect(await turn([], [speech(1)])).toEqual({ taken: [], chunks: [] })
  })

  test('tells by its words what has been heard', async () => {
    const { chunks } = await turn(
      ['One two. ', 'Three <speed ratio="1.1"/>three. '],
      [
        speech(0.5),
        speech(0, [
          ['One', 0, 0.4],
          ['two.', 0.6, 0.9],
        ]),
        speech(0.5),
        speech(0.5, [
          ['Three', 1.2, 1.4],
          ['three.', 1.6, 1.9],
        ]),
        speech(0.5),
      ],
    )
    expect(chunks.map(({ text, isLast }) => [text.end, isLast])).toEqual([
      [1, false], // some of it, whatever it was
      [3, false],
      [8, false],
      [14, false],
      [42, true], // all, with the white space after it
      [42, true],
    ])
  })

  test('passes over words that it spells in its own way', async () => {
    const told: Told = [
      ['I', 0, 0.1],
      ['have', 0.1, 0.2],
      ['twenty', 0.2, 0.5],
      ['cats', 0.6, 0.8],
    ]
    const { chunks } = await turn(
      ['I have 20', ' cats and dogs.'],
      [speech(0.55, told), speech(0.5), speech(1)],
    )
    expect(chunks.map(({ text, isLast }) => [text.end, isLast])).toEqual([
      [6, false],
      [14, false],
      [14, false], // the end was not reported
      [24, true],
    ])
  })

  test('has its flushes done in order, all at the end at the latest', async () => {
    const { chunks } = await turn(
      ['One', 'flush', 'two', 'flush', 'flush', 'three', 'flush'],
      [speech(0.1), speech(0.1, [], 1), speech(0.1, [], 3), speech(0.1, [], 3)],
    )
    expect(chunks.flatMap(({ text }) => text.flushId ?? 'speech')).toEqual([
      'speech',
      'speech',
      0,
      'speech',
      1,
      2,
      'speech',
      3,
      'speech',
    ])
  })

  test('has the next text when fewer than a thousand flushes are not done', async () => {
    const text = new TextPasser(new TextStream(localeOf('en-US')))
    async function* coming() {
      for (let flushId = 0; flushId < 2500; flushId++) yield* text.flush(flushId)
    }
    const takenAt: number[] = []
    const engine = {
      speak: () => {
        throw new Error('no segment is spoken')
      },
      async *speakTurn(pieces: AsyncIterable<TurnText>) {
        let taken = 0
        const all = Array.fromAsync(pieces, () => taken++)
        for (const flushes of [0, 300, 1300, 2500]) {
          await Bun.sleep(0)
          takenAt.push(taken)
          yield speech(0, [], flushes)
        }
        await all
      },
      close: async () => {},
    }
    const options = { signal: new AbortController().signal, tag: 'en-US', hasTimes: true }
    const chunks = await Array.fromAsync(speakTurn(coming(), SPEAKER, engine, options))
    expect(takenAt).toEqual([1000, 1000, 1300, 2300])
    expect(chunks.filter(({ text }) => text.flushId !== undefined).length).toBe(2500)
  })

  test('that tells no words has their times estimated, from its first sound to its last', async () => {
    const tone = speech(2)
    tone.pcm.fill(0.1)
    const { chunks } = await turn(['Good morning. ', 'How are you?'], [tone], { hasTimes: false })
    const words = chunks.flatMap((chunk) => chunk.words)
    expect(words.map(({ word }) => word)).toEqual(['Good', 'morning.', 'How', 'are', 'you?'])
    for (const [at, { start, end }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? 0)
      expect(end).toBeLessThanOrEqual(2)
    }
    expect(words.at(-1)!.end).toBeGreaterThan(1.5)
  })
})
