import { describe, expect, test } from 'bun:test'
import { concatenate } from '../../../src/audio/concatenate.ts'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import { SilenceTrimmer } from '../../../src/engines/shared/silence-trimmer.ts'
import { listedVoices } from '../../support/listed-voices.ts'
import { seeded } from '../../support/random.ts'
import { rendered } from '../../support/rendered.ts'

const FRAME = 110
const LEAD = 5 * FRAME
const TAIL = 8 * FRAME

/** Sound: noise at -20 dB. */
function sound(seconds: number, random = seeded(1)): Float32Array {
  return noise(seconds, 0.1, random)
}

/** Silence as models make it: noise at -66 dB. */
function silence(seconds: number, random = seeded(2)): Float32Array {
  return noise(seconds, 0.0005, random)
}

function noise(seconds: number, level: number, random: () => number): Float32Array {
  const length = Math.round(seconds * SAMPLE_RATE)
  return Float32Array.from({ length }, () => (random() * 2 - 1) * Math.sqrt(3) * level)
}

function trimmed(pcm: Float32Array, cuts: readonly number[] = []): Float32Array {
  const trimmer = new SilenceTrimmer()
  const ends = [...cuts, pcm.length]
  const given = ends.map((end, index) => trimmer.process(pcm.subarray(ends[index - 1] ?? 0, end)).slice())
  return concatenate([...given, trimmer.finish()])
}

function seconds(samples: number): number {
  return samples / SAMPLE_RATE
}

test('of the silence at the start 25 ms are kept, of that at the end 40 ms, of the sound all', () => {
  const [before, word, after] = [silence(0.3), sound(0.5), silence(0.3)]
  const trimmer = new SilenceTrimmer()
  const begun = trimmer.process(concatenate([before, word, after])).slice()
  const kept = concatenate([begun, trimmer.finish()])
  const first = before.length - trimmer.placeOf(before.length)
  expect(first % FRAME).toBe(0)
  expect(before.length - first).toBeWithin(LEAD, LEAD + FRAME)
  expect(kept.length - word.length - (before.length - first)).toBeWithin(TAIL, TAIL + FRAME)
  expect(kept).toEqual(concatenate([before, word, after]).subarray(first, first + kept.length))
})

test.each([0, 0.003, 0.02])('no silence is added where there is less: %d s', (length) => {
  const pcm = concatenate([silence(length), sound(0.2), silence(length)])
  expect(trimmed(pcm)).toEqual(pcm)
})

test.each([0.03, 0.2, 0.39, 0.5, 0.79])('a pause of %d s inside stays', (length) => {
  const pcm = concatenate([sound(0.2), silence(length), sound(0.2)])
  expect(trimmed(pcm)).toEqual(pcm)
})

test('a pause inside is no longer than 0.8 s', () => {
  const pcm = concatenate([sound(0.2), silence(3), sound(0.2)])
  expect(seconds(trimmed(pcm).length)).toBeWithin(1.19, 1.21)
})

test('what a sample is heard as is known, also behind pauses that were shortened', () => {
  const random = seeded(6)
  const parts = [
    silence(0.3),
    sound(0.2),
    silence(3),
    sound(0.2),
    silence(0.5),
    sound(0.2),
    silence(2),
    sound(0.2),
  ]
  const pcm = concatenate([...parts, silence(1)])
  const trimmer = new SilenceTrimmer()
  const kept: Float32Array[] = []
  for (let at = 0; at < pcm.length; ) {
    const length = Math.ceil(random() * 9000)
    kept.push(trimmer.process(pcm.subarray(at, at + length)).slice())
    at += length
  }
  const heard = concatenate([...kept, trimmer.finish()])
  for (let index = 1; index < parts.length; index += 2) {
    const at = parts.slice(0, index).reduce((sum, part) => sum + part.length, 0)
    const place = trimmer.placeOf(at)
    expect(heard.subarray(place, place + 1000)).toEqual(pcm.subarray(at, at + 1000))
  }
  expect(trimmer.placeOf(pcm.length)).toBe(heard.length)
})

test('a pause comes with the sound after it, and no more than 0.4 s late', () => {
  const trimmer = new SilenceTrimmer()
  trimmer.process(sound(0.2))
  let given = 0
  for (let heard = 0.01; heard < 0.8; heard += 0.01) {
    given += trimmer.process(silence(0.01)).length
    expect(seconds(given)).toBeGreaterThan(heard - 0.4 - 0.016)
  }
  expect(seconds(given + trimmer.process(sound(0.01)).length)).toBeWithin(0.79, 0.82)
})

test('sound is handed on with its frame of 5 ms, however long the silence before it', () => {
  const trimmer = new SilenceTrimmer()
  expect(trimmer.process(silence(20))).toHaveLength(0)
  const heard = trimmer.process(sound(0.1))
  expect(seconds(heard.length)).toBeWithin(0.095 + 0.02, 0.1 + 0.03)
  expect(trimmer.process(sound(0.1)).length).toBeWithin(2205 - FRAME, 2205 + FRAME)
})

test('silence without a sound becomes 30 ms at most', () => {
  expect(trimmed(silence(2)).length).toBeWithin(LEAD, LEAD + FRAME)
  expect(trimmed(new Float32Array(0))).toHaveLength(0)
  expect(trimmed(new Float32Array(30))).toHaveLength(30)
})

test('a sound in the last, shorter frame is kept', () => {
  const pcm = concatenate([silence(0.1), sound(0.1), silence(0.1), sound(0.004)])
  const kept = trimmed(pcm)
  expect(kept.subarray(-80)).toEqual(pcm.subarray(-80))
})

test('wherever the audio is cut, the samples are the same', () => {
  const random = seeded(5)
  const parts = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? silence(random()) : sound(random() / 4)))
  const pcm = concatenate(parts)
  const whole = trimmed(pcm)
  for (let round = 0; round < 20; round++) {
    const count = 1 + Math.floor(random() * 200)
    const cuts = Array.from({ length: count }, () => Math.floor(random() * pcm.length)).sort((a, b) => a - b)
    expect(trimmed(pcm, cuts)).toEqual(whole)
  }
})

describe('speech', () => {
  const WORDS: readonly (readonly [string, string])[] = [
    ['en-US', 'Four fish. Sand. Think. Hello. She. Vote. Pet.'],
    ['de-DE', 'Fünf. Hallo. Schön. Pferd.'],
    ['nl-NL', 'Vijf. Hallo. Zeven. Feest.'],
  ]

  test.each(WORDS)(
    'soft onsets and ends stay: what is cut is 20 dB softer than the first and the last phone (%s)',
    async (tag, text) => {
      for (const { pcm, words } of await rendered(text, tag)) {
        const room = silence(0.2).map((sample) => sample / 100)
        const padded = concatenate([room, pcm, room])
        const trimmer = new SilenceTrimmer()
        const kept = concatenate([trimmer.process(padded).slice(), trimmer.finish()])
        const middle = padded.length / 2
        const from = middle - trimmer.placeOf(middle) - room.length
        const onset = words[0]!.said[0]!.phones[0]!
        const offset = words.at(-1)!.said.at(-1)!.phones.at(-1)!
        expect(seconds(from)).toBeLessThan(onset.start + 0.05)
        expect(level(pcm.subarray(0, Math.max(0, from)))).toBeLessThan(level(between(pcm, onset)) - 20)
        const to = from + kept.length
        expect(level(pcm.subarray(to))).toBeLessThan(level(between(pcm, offset)) - 20)
        expect(seconds(to)).toBeGreaterThan(offset.end - 0.02)
        expect(seconds(kept.length)).toBeLessThan(seconds(pcm.length) + 0.06)
      }
    },
  )

  test('of every voice keeps what it is joined by: it loses little of what the embedded model keeps', async () => {
    for (const { speaker } of listedVoices()) {
      for (const { pcm } of await rendered('Think of the five fishing houses.', 'en-US', speaker)) {
        expect(seconds(pcm.length - trimmed(pcm).length)).toBeWithin(0, 0.08)
      }
    }
  }, 60_000)
})

function between(pcm: Float32Array, { start, end }: { start: number; end: number }): Float32Array {
  return pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE))
}

/** Root mean square in dB. */
function level(pcm: Float32Array): number {
  const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length)
  return 10 * Math.log10(power + 1e-12)
}
