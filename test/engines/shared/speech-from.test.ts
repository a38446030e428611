import { describe, expect, test } from 'bun:test'
import { concatenate } from '../../../src/audio/concatenate.ts'
import { Resampler } from '../../../src/audio/resampler.ts'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import {
  EngineFailure,
  type Segment,
  type Speech,
  type WordTime,
} from '../../../src/engines/shared/engine.ts'
import { type Piece, speechFrom } from '../../../src/engines/shared/speech-from.ts'
import { seeded } from '../../support/random.ts'
import { rendered } from '../../support/rendered.ts'
import { segmentsOf } from '../../support/text-stream.ts'

const RATE = 24_000
const SEGMENT = segmentsOf('Parking is free for our guests, and so is breakfast.')[0]!.segment!

/** Pieces as an engine gives them, which notes how often it was asked and that it was ended. */
class Source implements AsyncIterable<Piece> {
  readonly #pieces: Iterator<Piece>
  asked = 0
  isEnded = false

  constructor(pieces: Iterable<Piece>) {
    this.#pieces = pieces[Symbol.iterator]()
  }

  [Symbol.asyncIterator](): AsyncIterator<Piece> {
    return {
      next: async () => {
        this.asked++
        return this.#pieces.next()
      },
      return: async () => {
        this.isEnded = true
        return { done: true, value: undefined }
      },
    }
  }
}

function* cut(pcm: Float32Array, length: number): Generator<Piece> {
  for (let at = 0; at < pcm.length; at += length) yield { pcm: pcm.subarray(at, at + length) }
}

function* forever(pcm: Float32Array): Generator<Piece> {
  while (true) yield { pcm }
}

async function all(
  pieces: Iterable<Piece>,
  { sampleRate = RATE, segment = SEGMENT as Segment, volume = 1 } = {},
): Promise<{ stretches: Speech[]; pcm: Float32Array; words: WordTime[]; source: Source }> {
  const source = new Source(pieces)
  const stretches: Speech[] = []
  for await (const stretch of speechFrom(source, { sampleRate, segment, speaker: { volume } }))
    stretches.push({ ...stretch, pcm: stretch.pcm.slice() })
  const pcm = concatenate(stretches.map((stretch) => stretch.pcm))
  return { stretches, pcm, words: stretches.flatMap(({ words }) => words), source }
}

function sound(seconds: number, level = 0.1, rate = RATE): Float32Array {
  const random = seeded(3)
  return Float32Array.from({ length: Math.round(seconds * rate) }, () => (random() - 0.5) * 2 * level)
}

function silence(seconds: number, rate = RATE): Float32Array {
  return new Float32Array(Math.round(seconds * rate))
}

function loudest(pcm: Float32Array): number {
  return pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
}

test('only the last stretch is marked as such, and every word comes once, in order', async () => {
  const { stretches, words } = await all(cut(sound(3), 1920))
  expect(stretches.map(({ isLast }) => isLast)).toEqual(
    stretches.map((_, index) => index === stretches.length - 1),
  )
  expect(words.map(({ word }) => word).join(' ')).toBe(SEGMENT.text)
})

test('the speech is what the engine gives, at 22050 Hz, without the silence at its ends', async () => {
  const [{ segment, pcm }] = (await rendered('We have found your booking.', 'en-US')) as [
    Awaited<ReturnType<typeof rendered>>[0],
  ]
  const resampler = new Resampler(24_000)
  const given = concatenate([resampler.process(pcm), resampler.finish()])
  const padded = concatenate([silence(0.5), given, silence(0.3)])
  const { pcm: heard } = await all(cut(padded, 1000), { segment })
  expect(heard.length).toBeWithin(pcm.length - 2000, pcm.length + 2000)
  // Where the sound is, the samples are those that went in: resampled there and back.
  let best = Number.POSITIVE_INFINITY
  for (let shift = -1500; shift <= 1500; shift++) {
    let error = 0
    for (let i = 4000; i < 6000; i++) error += (heard[i + shift]! - pcm[i]!) ** 2
    best = Math.min(best, error)
  }
  let power = 0
  for (let i = 4000; i < 6000; i++) power += pcm[i]! ** 2
  expect(best / power).toBeLessThan(0.001)
})

test.each([8000, 16_000, 22_050, 24_000, 44_100, 48_000])(
  'from %d Hz, however the audio is cut into pieces, the samples are the same',
  async (sampleRate) => {
    const random = seeded(sampleRate)
    const pcm = concatenate([
      silence(0.2, sampleRate),
      sound(0.6, 0.2, sampleRate),
      silence(0.3, sampleRate),
      sound(0.4, 0.2, sampleRate),
      silence(0.6, sampleRate),
    ])
    const whole = await all([{ pcm, isLast: true }], { sampleRate })
    expect(whole.stretches).toHaveLength(1)
    for (const length of [sampleRate / 100, 1 + Math.floor(random() * 3000)]) {
      const { pcm: heard } = await all(cut(pcm, Math.round(length)), { sampleRate })
      expect(heard).toEqual(whole.pcm)
    }
  },
)

test('the first stretch comes with the piece in which the sound begins, and lacks 15 ms of it at most', async () => {
  const source = new Source(cut(concatenate([silence(0.5), sound(3)]), RATE / 50))
  const speech = speechFrom(source, { sampleRate: RATE, segment: SEGMENT, speaker: {} })
  const first = (await speech.next()).value as Speech
  await speech.return(undefined)
  expect(source.asked).toBeLessThanOrEqual(27)
  const heard = source.asked / 50 - 0.5 // s of sound that the engine has given
  expect(first.pcm.length / SAMPLE_RATE - 0.025).toBeGreaterThan(heard - 0.015)
})

test('every stretch leaves 5 ms to be faded, at both ends', async () => {
  const { stretches } = await all(cut(concatenate([sound(0.4), silence(0.7), sound(0.4)]), 100))
  expect(stretches[0]!.pcm.length).toBeGreaterThanOrEqual(110)
  expect(stretches.at(-1)!.pcm.length).toBeGreaterThanOrEqual(110)
})

test('the volume is that of the speaker', async () => {
  const pcm = sound(1)
  const plain = await all([{ pcm }])
  const softer = await all([{ pcm }], { volume: 0.5 })
  const louder = await all([{ pcm: sound(1, 0.9) }], { volume: 4 })
  expect(loudest(softer.pcm)).toBeCloseTo(loudest(plain.pcm) / 2, 5)
  expect(loudest(louder.pcm)).toBeWithin(0.9, 1.0000001)
})

test('what the engine gave stays as it was', async () => {
  const pcm = sound(1)
  const before = pcm.slice()
  await all([{ pcm }], { sampleRate: 22_050, volume: 0.5 })
  expect(pcm).toEqual(before)
})

describe('an engine that has lost its way does no harm:', () => {
  test('samples that are no numbers or far too loud', async () => {
    const pcm = sound(2)
    const random = seeded(9)
    const garbage = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30, -1e30, 1e-40]
    for (let i = 0; i < pcm.length; i += 1 + Math.floor(random() * 50))
      pcm[i] = garbage[Math.floor(random() * garbage.length)]!
    for (const volume of [0.5, 1, 3]) {
      const { pcm: heard } = await all(cut(pcm, 999), { volume })
      expect(heard.length).toBeGreaterThan(1.9 * SAMPLE_RATE)
      for (const sample of heard) expect(Math.abs(sample)).toBeLessThanOrEqual(1)
    }
  })

  test('speech without an end, which is ended with its source', async () => {
    const { pcm, words, stretches, source } = await all(forever(sound(0.5)))
    expect(pcm.length / SAMPLE_RATE).toBeCloseTo(4 * SEGMENT.seconds + 5, 1)
    expect(source.isEnded).toBe(true)
    expect(stretches.at(-1)!.isLast).toBe(true)
    expect(words.map(({ word }) => word).join(' ')).toBe(SEGMENT.text)
  })

  test('silence without an end, of which little is heard', async () => {
    const { pcm, source } = await all(forever(silence(0.5)))
    expect(pcm.length / SAMPLE_RATE).toBeLessThan(0.05)
    expect(source.isEnded).toBe(true)
    const after = await all([
      { pcm: sound(1) },
      ...Array.from({ length: 100 }, () => ({ pcm: silence(0.5) })),
    ])
    expect(after.pcm.length / SAMPLE_RATE).toBeLessThan(1.5)
  })

  test('no samples at all', async () => {
    expect(all([])).rejects.toThrow(EngineFailure)
    expect(all([{ pcm: new Float32Array(0) }])).rejects.toThrow('the engine returned no samples')
  })

  test('a single sample', async () => {
    const { pcm, words } = await all([{ pcm: Float32Array.of(0.5) }])
    expect(pcm).toHaveLength(1)
    expect(words.map(({ word }) => word).join(' ')).toBe(SEGMENT.text)
  })

  test('a failure in the middle, which is passed on', async () => {
    function* failing(): Generator<Piece> {
      yield { pcm: sound(1) }
      throw new EngineFailure('the server left')
    }
    expect(all(failing())).rejects.toThrow('the server left')
  })
})

test('a speech that is left early ends its source', async () => {
  const source = new Source(forever(sound(0.5)))
  for await (const _ of speechFrom(source, { sampleRate: RATE, segment: SEGMENT, speaker: {} })) break
  expect(source.isEnded).toBe(true)
})

test('nothing is asked for after the last piece, and the source is ended', async () => {
  const { source } = await all([{ pcm: sound(1) }, { pcm: sound(1), isLast: true }, { pcm: sound(1) }])
  expect(source).toMatchObject({ asked: 2, isEnded: true })
})

describe('times that the engine knows', () => {
  const word = (name: string, start: number, end: number): WordTime => {
    const phones = [{ phone: 'a', start, end }]
    return { word: name, start, end, said: [{ word: name, start, end, phones }] }
  }

  test('are kept, but for the silence that is taken from the start', async () => {
    const { stretches, words } = await all([
      { pcm: silence(0.25), words: [word('Parking', 0.5, 0.8)] },
      { pcm: silence(0.25), words: [] },
      { pcm: sound(0.5), words: [word('is', 0.8, 1)] },
      { pcm: sound(0.5), words: [] },
    ])
    const [parking, is] = words
    expect(words).toHaveLength(2)
    expect(parking!.start).toBeWithin(0.02, 0.04)
    expect(parking!.said[0]!.phones[0]!.end).toBeWithin(0.32, 0.34)
    expect(is!.start).toBeCloseTo(parking!.end, 6)
    expect(stretches[0]!.words).toHaveLength(2)
  })

  test('are those of the audio also behind a pause that is shortened, wherever the words come', async () => {
    const [parking, breakfast] = [word('Parking', 0, 1), word('breakfast', 3, 4)]
    const speech: [pcm: Float32Array, words: WordTime[]][] = [
      [sound(1), [parking, breakfast]],
      [silence(2), []],
      [sound(1), []],
    ]
    for (const pieces of [
      speech,
      [[concatenate(speech.map(([pcm]) => pcm)), [parking, breakfast]]] as const,
    ]) {
      const { pcm, words } = await all(pieces.map(([pcm, words]) => ({ pcm, words })))
      expect(words.map(({ word }) => word)).toEqual(['Parking', 'breakfast'])
      expect(words[0]!.end).toBeCloseTo(1, 2)
      expect(words[1]!.start).toBeCloseTo(1.8, 2)
      expect(words[1]!.said[0]!.phones[0]!.end).toBeCloseTo(pcm.length / SAMPLE_RATE, 2)
    }
  })

  test('do not lead beyond the end of audio that is cut off, or shorter than they say', async () => {
    for (const seconds of [1, 60]) {
      const { pcm, words } = await all([
        { pcm: sound(seconds), words: [word('Parking', 0, 0.5), word('breakfast', 55, 56)] },
      ])
      expect(words).toHaveLength(2)
      for (const { end } of words) expect(end).toBeLessThanOrEqual(pcm.length / SAMPLE_RATE)
    }
  })
})

test('a rate that cannot be resampled is refused', () => {
  expect(all([{ pcm: sound(1) }], { sampleRate: 22_051 })).rejects.toThrow(RangeError)
})
