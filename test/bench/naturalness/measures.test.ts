import { expect, test } from 'bun:test'
import { concatenate } from '../../../src/audio/concatenate.ts'
import { seeded } from '../../support/random.ts'
import { RATE } from '../spectrum.ts'
import { STEP, type Track } from '../track.ts'
import { colourOf, largestDifference, tilt } from './colour.ts'
import { distortion } from './distortion.ts'
import { melodyOf } from './melody.ts'
import { noiseOf } from './noise.ts'
import { onsetsOf } from './onsets.ts'
import { rhythmOf } from './rhythm.ts'
import { speechIn, type Utterance } from './utterance.ts'

const whiteNoise = (seconds: number, amplitude: number, seed = 1) => {
  const random = seeded(seed)
  return Float32Array.from({ length: Math.round(seconds * RATE) }, () => amplitude * (2 * random() - 1))
}

const decibels = (number: number) => 10 ** (number / 20)

const joined = (...parts: readonly Float32Array[]) => concatenate(parts)

/** A buzz of 150 Hz through one resonance. */
const vowel = (formant: number, seconds: number) =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => {
    let sum = 0
    for (let hertz = 150; hertz < 8000; hertz += 150)
      sum += Math.sin((2 * Math.PI * hertz * i) / RATE) / (1 + Math.abs(hertz - formant) / 200)
    return 0.1 * sum
  })

const silence = (seconds: number) => new Float32Array(Math.round(seconds * RATE))

/** Speech with tracks as Praat would give them. */
function utterance(
  samples: Float32Array,
  pitch: readonly number[],
  intensity: readonly number[] = [],
): Utterance {
  const track = (values: readonly number[]): Track => ({ start: 0, values: Float64Array.from(values) })
  return {
    ...speechIn(samples),
    pitch: track(pitch),
    intensity: track(intensity),
    harmonicity: track(pitch.map((hertz) => (hertz > 0 ? 15 : -200))),
  }
}

test('speech is found between silences, and a click is none', () => {
  const click = joined(whiteNoise(0.005, 0.9), silence(0.3))
  const { start, seconds } = speechIn(joined(click, vowel(700, 1), silence(0.5)))
  expect(start).toBeWithin(0.28, 0.31)
  expect(seconds).toBeWithin(0.99, 1.04)
})

test('samples without speech are refused', () => {
  expect(() => speechIn(silence(0.02))).toThrow('no speech')
})

test('nothing lies between speech and the same speech, louder or slower', () => {
  const spoken = (pace: number) => joined(vowel(500, 0.3 * pace), vowel(1500, 0.2), vowel(2500, 0.3 * pace))
  const recording = speechIn(spoken(1))
  expect(distortion(recording, recording).whole).toBe(0)
  expect(distortion(speechIn(spoken(1).map((x) => x / 4)), recording).whole).toBeLessThan(0.1)
  expect(distortion(speechIn(spoken(1.5)), recording).whole).toBeLessThan(1)
  expect(distortion(speechIn(joined(vowel(1000, 0.8))), recording).whole).toBeGreaterThan(4)
})

test.each([
  ['white noise', (_: number, x: number) => x, 0],
  ['noise whose amplitude halves with each octave', (before: number, x: number) => 0.999 * before + x, -6],
])('the tilt of %s', (_, filter, slope) => {
  let before = 0
  const samples = whiteNoise(4, 0.01).map((x) => {
    before = filter(before, x)
    return before
  })
  expect(tilt(colourOf([speechIn(samples)]), 0)).toBeWithin(slope - 0.6, slope + 0.6)
})

test('the band that differs most', () => {
  const plain = colourOf([speechIn(whiteNoise(2, 0.3))])
  const { hertz, decibels } = largestDifference(
    plain.map((level, band) => level + (band === 5 ? 6 : 0)),
    plain,
  )
  expect(hertz).toBeWithin(400, 800)
  expect(decibels).toBeCloseTo(6 - 6 / plain.length)
})

test.each([-30, -40])('pauses %d dB below the speech', (level) => {
  const burst = whiteNoise(0.2, 0.5)
  const closure = whiteNoise(0.1, 0.5 * decibels(level), 2)
  const samples = joined(burst, closure, burst, closure, burst, closure, burst)
  expect(noiseOf([utterance(samples, [150])]).floor).toBeWithin(level - 2, level + 2)
  expect(onsetsOf([speechIn(samples)]).closure).toBeWithin(level - 3, level + 1)
})

test('onsets are the sharper the faster they rise', () => {
  const rises = [1, 10, 30].map((milliseconds) => {
    const length = (milliseconds / 1000) * RATE
    const burst = whiteNoise(0.2, 0.5).map((x, i) => x * Math.min(1, decibels(-40 * (1 - i / length))))
    const closure = whiteNoise(0.1, 0.5 * decibels(-40), 2)
    return onsetsOf([speechIn(joined(burst, closure, burst, closure, burst, closure, burst))]).median
  })
  expect(rises[0]!).toBeGreaterThan(35)
  expect(rises[1]!).toBeWithin(18, 28)
  expect(rises[2]!).toBeWithin(5, 12)
})

test('melody is told within utterances and between them', () => {
  const samples = vowel(700, 0.5)
  const about = (hertz: number) => utterance(samples, [hertz * 2 ** (1 / 12), 0, hertz / 2 ** (1 / 12)])
  const { f0, within, between } = melodyOf([about(100), about(200)])
  expect(f0).toBeCloseTo(100 * Math.SQRT2)
  expect(within).toBeCloseTo(1)
  expect(between).toBeCloseTo(6)
})

test('rhythm of even syllables, and of long and short ones', () => {
  const rhythm = (times: readonly number[], levels: readonly number[]) => {
    const intensity = Array.from({ length: 200 }, (_, index) =>
      Math.max(30, ...times.map((time, of) => levels[of]! - 300 * Math.abs(index * STEP - time))),
    )
    return rhythmOf([
      utterance(
        vowel(700, 2),
        intensity.map(() => 150),
        intensity,
      ),
    ])
  }
  const even = rhythm([0.2, 0.4, 0.6, 0.8, 1], [60, 60, 60, 60, 60])
  expect(even.variability).toBeCloseTo(0)
  expect(even.levels).toBeCloseTo(0)
  const uneven = rhythm([0.2, 0.3, 0.6, 0.7, 1], [60, 70, 60, 70, 60])
  expect(uneven.variability).toBeCloseTo(100)
  expect(uneven.levels).toBeGreaterThan(4)
})
