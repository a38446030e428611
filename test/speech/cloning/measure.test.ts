import { describe, expect, test } from 'bun:test'
import type { Speaker } from '../../../src/engines/embedded/speaker.ts'
import { BAND_HZ } from '../../../src/speech/cloning/frames.ts'
import { measure, type Profile, speechOf } from '../../../src/speech/cloning/measure.ts'
import { detectVoice } from '../../../src/speech/cloning/voice-activity.ts'
import { mean } from '../../bench/statistics.ts'
import { fromTelephone, inNoise, PASSAGE, recorded, someone } from '../../support/recordings.ts'

function profileOf(samples: Float32Array, bandwidth = 11_025): Profile {
  return measure(speechOf({ samples, bandwidth }, detectVoice(samples)))
}

/** Some 12 s, in four sentences: enough for each measure, in half of the time that the whole passage takes. */
const SPOKEN = PASSAGE.slice(0, PASSAGE.indexOf('Nobody'))

const recordedWith = (changes: Partial<Speaker>) => recorded(someone(changes), SPOKEN)
const heard = async (changes: Partial<Speaker>) => profileOf(await recordedWith(changes))

const plainRecording = await recordedWith({})
const plain = profileOf(plainRecording)

describe('pitch', () => {
  test.each([90, 120, 160, 210, 270])('of a voice of %d Hz', async (hertz) => {
    const flat = { logF0: Math.log(hertz), range: 0.2 }
    expect(1200 * Math.log2((await heard(flat)).f0 / hertz)).toBeWithin(-40, 40)
  })

  test('its range follows the melody', async () => {
    const ranges = [0.4, 0.7, 1, 1.4].map(async (range) => (await heard({ range })).range)
    const measured = await Promise.all(ranges)
    expect(measured).toEqual(measured.toSorted((a, b) => a - b))
    expect(measured[3]! / measured[0]!).toBeWithin(2.5, 4.5)
  })
})

describe('formants', () => {
  test.each([
    [0.85, 0.7],
    [0.92, 1],
    [1, 0.75],
    [1.08, 1.2],
    [1.15, 1.5],
  ])('moved by %d, at %d of the pitch', async (warp, pitch) => {
    const { formants } = await heard({ warp, pitch })
    expect(formants / plain.formants / warp).toBeWithin(0.96, 1.04)
  })

  test.each([25, 15])('in noise %d dB below the voice', (decibels) => {
    expect(profileOf(inNoise(plainRecording, decibels)).formants / plain.formants).toBeWithin(0.92, 1.08)
  })

  test('over the telephone', async () => {
    const { formants, band } = profileOf(await fromTelephone(plainRecording), 4000)
    expect(formants / plain.formants).toBeWithin(0.93, 1.07)
    expect(band.to).toBeWithin(3000, 4000)
  })
})

test('the spectrum follows an equaliser, and its level is that of the voice, not of the recording', async () => {
  const equaliser = BAND_HZ.map((hertz) => 0.4 * Math.sin(Math.log(Math.max(hertz, 50))))
  const { spectrum } = await heard({ equaliser })
  const inside = BAND_HZ.keys().filter((band) => BAND_HZ[band]! > 300 && BAND_HZ[band]! < 7000)
  const off = [...inside].map((band) => spectrum[band]! - plain.spectrum[band]! - equaliser[band]!)
  const level = mean(off)
  for (const each of off) expect(Math.abs(each - level)).toBeLessThan(0.2)
})

test('a breathier voice has more noise', async () => {
  const shares = await Promise.all([-3, 0, 3].map(async (breath) => (await heard({ breath })).breath))
  expect(shares[1]! - shares[0]!).toBeGreaterThan(0.03)
  expect(shares[2]! - shares[1]!).toBeGreaterThan(0.03)
})

test('noise around the voice is not taken for breath', () => {
  expect(Math.abs(profileOf(inNoise(plainRecording, 25)).breath - plain.breath)).toBeLessThan(0.08)
})

test('a faster voice has more syllables a second', async () => {
  const rates = await Promise.all([0.7, 1.05, 1.4].map(async (speed) => (await heard({ speed })).rate))
  expect(rates[1]!).toBeGreaterThan(rates[0]! * 1.05)
  expect(rates[2]!).toBeGreaterThan(rates[1]! * 1.05)
})

test('a quiet recording measures as a loud one', () => {
  const quiet = profileOf(plainRecording.map((each) => each * 0.03))
  expect(quiet.f0).toBeCloseTo(plain.f0, 0)
  expect(quiet.formants / plain.formants).toBeWithin(0.99, 1.01)
  expect(quiet.breath).toBeCloseTo(plain.breath, 2)
})
