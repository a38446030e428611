import { beforeAll, describe, expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type Engine, EngineFailure, type WordTime } from '../../src/engines/shared/engine.ts'
import { speakSegments } from '../../src/speech/speak-segments.ts'
import { eventually } from '../support/eventually.ts'
import { sharedEngine } from '../support/service.ts'
import { segmentsOf } from '../support/text-stream.ts'

let engine: Engine
beforeAll(async () => {
  engine = await sharedEngine()
})

const { speaker } = catalogue()[0]!
const never = new AbortController().signal

interface Spoken {
  readonly pieces: readonly Float32Array[]
  readonly pcm: Float32Array
  readonly words: readonly WordTime[]
}

async function speech(text: string): Promise<Spoken> {
  const pieces: Float32Array[] = []
  const words: WordTime[] = []
  for await (const piece of speakSegments(segmentsOf(text), speaker, engine, never)) {
    pieces.push(piece.pcm)
    words.push(...piece.words)
  }
  const pcm = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    pcm.set(piece, at)
    at += piece.length
  }
  return { pieces, pcm, words }
}

const TEXTS = [
  'Yes.',
  'Hello, how are you? I am fine, thank you!',
  '2 + 2 = 4, $5.20 for Dr. Smith.',
  'The birch canoe slid on the smooth planks; glue the sheet to the dark blue background. It is easy to tell the depth of a well, and these days a chicken leg is a rare dish: rice is often served in round bowls.',
  '  White   space,\n\nlines\tand an emoji 😀 … "quotes" (brackets).  ',
]

describe.each(TEXTS)('%j', (text) => {
  test('word times have the words as written, in order, within the audio, and reach to its end', async () => {
    const { pcm, words } = await speech(text)
    const seconds = pcm.length / SAMPLE_RATE
    expect(words.map(({ word }) => word).join(' ')).toBe(text.trim().replace(/\s+/g, ' '))
    let time = 0
    for (const { start, end } of words) {
      expect(start).toBeGreaterThanOrEqual(time - 1e-9)
      expect(end).toBeGreaterThanOrEqual(start)
      time = end
    }
    expect(time).toBeLessThanOrEqual(seconds)
    expect(seconds - time).toBeLessThan(0.5)
    expect(words[0]!.start).toBeLessThan(0.2)
  })

  test('no piece joins the next with a step that the speech itself does not have', async () => {
    const { pieces, pcm } = await speech(text)
    const steps = pcm.slice(1).map((sample, index) => Math.abs(sample - pcm[index]!))
    const largest = steps.reduce((most, step) => Math.max(most, step), 0)
    let at = 0
    for (const piece of pieces.slice(0, -1)) {
      at += piece.length
      expect(steps[at - 1]!).toBeLessThanOrEqual(largest * 0.9)
    }
    expect(Math.abs(pcm[0]!)).toBeLessThan(0.001)
    expect(Math.abs(pcm.at(-1)!)).toBeLessThan(0.001)
  })
})

test('a segment that begins and ends loud rises from silence and sinks into it, without a click', async () => {
  const loud: Engine = {
    async *speak() {
      yield { pcm: new Float32Array(SAMPLE_RATE / 10).fill(0.5), words: [], isLast: false }
      yield { pcm: new Float32Array(SAMPLE_RATE / 10).fill(0.5), words: [], isLast: true }
    },
    close: async () => {},
  }
  const pieces = await Array.fromAsync(speakSegments(segmentsOf('One. Two.'), speaker, loud, never))
  const samples = [0, ...pieces.flatMap(({ pcm }) => [...pcm]), 0]
  const steps = samples.slice(1).map((sample, index) => Math.abs(sample - samples[index]!))
  expect(Math.max(...samples)).toBe(0.5)
  expect(Math.max(...steps)).toBeLessThan(0.01)
})

test('word times show where the words are: their audio is louder than what lies between sentences', async () => {
  const { pcm, words } = await speech('Goodbye. Goodbye. Goodbye.')
  const level = (from: number, to: number) => {
    const part = pcm.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  }
  for (const [index, { start, end }] of words.entries()) {
    const next = words[index + 1]
    if (next === undefined) continue
    expect(next.start - end).toBeGreaterThan(0.2)
    expect(next.start - end).toBeLessThan(0.8)
    expect(level(end, next.start) * 5).toBeLessThan(level(start, end))
  }
})

test('the pause between two segments belongs to the one before: nothing of the next has been sent with it', async () => {
  const [first, second] = segmentsOf('Good morning. It rains.')
  const pieces = await Array.fromAsync(speakSegments([first!, second!], speaker, engine, never))
  const isSilent = pieces.map(({ pcm }) => pcm.every((sample) => sample === 0))
  const pause = isSilent.indexOf(true)
  expect(pieces[pause]!.text).toBe(first!)
  expect(pieces[pause + 1]!.text).toBe(second!)
  expect(isSilent.lastIndexOf(true)).toBe(pause)
})

test('the first piece is short, however long the text', async () => {
  for (const text of TEXTS.slice(1))
    expect((await speech(text)).pieces[0]!.length).toBeLessThan(SAMPLE_RATE / 2)
})

test('two texts that begin alike begin with the same samples', async () => {
  const [one, two] = await Promise.all([
    speech('Good morning. It rains.'),
    speech('Good morning. The sun is out.'),
  ])
  const length = Math.round(one.words[1]!.end * SAMPLE_RATE)
  expect(one.pcm.slice(0, length)).toEqual(two.pcm.slice(0, length))
})

describe('a break', () => {
  const [first, second] = ['Good morning to you.', 'It rains today.']

  test.each([
    ['1.5s', 1.5],
    ['777ms', 0.777],
    ['10s', 10],
    ['1ms', 0.001],
  ])(
    'of %s is silence of exactly so many samples, and words after it are so much later',
    async (time, seconds) => {
      const samples = Math.round(seconds * SAMPLE_RATE)
      const without = await speech(`${first}<break time="0s"/>${second}`)
      const { pieces, pcm, words } = await speech(`${first}<break time="${time}"/>${second}`)
      const one = (await speech(first)).pcm
      expect(pcm.length).toBe(without.pcm.length + samples)
      expect(pcm.slice(0, one.length)).toEqual(one.slice())
      expect(pcm.slice(one.length, one.length + samples).every((sample) => sample === 0)).toBe(true)
      expect(pcm.slice(one.length + samples)).toEqual(without.pcm.slice(one.length))
      for (const [index, { word, start }] of words.entries()) {
        const earlier = without.words[index]!
        expect(word).toBe(earlier.word)
        expect(start - earlier.start).toBeCloseTo(index < 4 ? 0 : samples / SAMPLE_RATE, 9)
      }
      for (const piece of pieces) expect(piece.length).toBeLessThan(4 * SAMPLE_RATE)
    },
  )

  test('takes the place of the pause after the text before it', async () => {
    const pause = (text: string) => speech(text).then(({ words }) => words[4]!.start - words[3]!.end)
    const natural = await pause(`${first} ${second}`)
    expect(await pause(`${first} <break time="0s"/> ${second}`)).toBeLessThan(natural)
    expect(await pause(`${first} <break time="200ms"/> ${second}`)).toBeCloseTo(natural, 3)
  })

  test('can stand before and after all that is said, and others can follow it', async () => {
    const { pcm } = await speech(second)
    const { pcm: all, words } = await speech(
      `<break time="500ms"/><break time="250ms"/>${second}<break time="1s"/>`,
    )
    const lead = Math.round(0.75 * SAMPLE_RATE)
    expect(all.length).toBe(lead + pcm.length + SAMPLE_RATE)
    expect(all.slice(lead, lead + pcm.length)).toEqual(pcm.slice())
    expect(words[0]!.start).toBeGreaterThanOrEqual(0.75)
  })
})

test('a segment that is begun ahead is due when the one before has been heard, so that new turns go first', async () => {
  const dues: number[] = []
  const noting: Engine = {
    speak(segment, voice, options) {
      dues.push(options.due)
      return engine.speak(segment, voice, options)
    },
    close: async () => {},
  }
  const segments = segmentsOf('The first sentence is here. The second one follows it.')
  const before = performance.now()
  for await (const _ of speakSegments(segments, speaker, noting, never));
  expect(dues[0]!).toBeGreaterThanOrEqual(before)
  expect(dues[1]! - dues[0]!).toBeGreaterThanOrEqual(segments[0]!.segment!.seconds * 1000)
})

test('when the listener leaves, the next turn is not held up', async () => {
  const leaving = new AbortController()
  const chunks = speakSegments(segmentsOf(TEXTS[3]!), speaker, engine, leaving.signal)
  await chunks.next()
  leaving.abort()
  const rest = async () => {
    for await (const _ of chunks);
  }
  await expect(rest()).rejects.toThrow()
  expect((await speech('Yes.')).pcm.length).toBeGreaterThan(0)
})

test('who stops listening ends the segment that is being spoken, and the one that was begun ahead', async () => {
  const begun: { readonly signal: AbortSignal; isClosed: boolean }[] = []
  const endless: Engine = {
    async *speak(_segment, _speaker, { signal }) {
      const each = { signal, isClosed: false }
      begun.push(each)
      try {
        while (true) yield { pcm: new Float32Array(100), words: [], isLast: false }
      } finally {
        each.isClosed = true
      }
    },
    close: async () => {},
  }
  for await (const _ of speakSegments(segmentsOf('One. Two.'), speaker, endless, never))
    if (begun.length === 2) break
  await eventually(() => begun.every(({ isClosed }) => isClosed))
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, true])
})

test('a segment that fails ends the turn with the engine’s failure', async () => {
  const broken: Engine = {
    async *speak(segment, ...rest) {
      if (segment === segments[1]!.segment) throw new EngineFailure('out of order')
      yield* engine.speak(segment, ...rest)
    },
    close: async () => {},
  }
  const segments = segmentsOf('First sentence here. Second sentence here. Third sentence here.')
  const read = async () => {
    let pieces = 0
    try {
      for await (const _ of speakSegments(segments, speaker, broken, never)) pieces++
    } catch (error) {
      return { pieces, error }
    }
    throw new Error('the turn did not fail')
  }
  const { pieces, error } = await read()
  expect(pieces).toBeGreaterThan(0)
  expect(error).toBeInstanceOf(EngineFailure)
})
