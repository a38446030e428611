import { expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import { pitchRange, trackPitch } from '../../../src/speech/cloning/pitch.ts'
import { percentile } from '../../bench/statistics.ts'
import { fromTelephone, inNoise, recorded, someone } from '../../support/recordings.ts'

const SECONDS = 3

/** Three seconds of a buzz like a larynx's: harmonics that fall by 6 dB an octave, its pitch moving a little. */
function buzz(hertz: number): Float32Array {
  let phase = 0
  return Float32Array.from({ length: SECONDS * SAMPLE_RATE }, (_, i) => {
    const f0 = hertz * 2 ** (0.05 * Math.sin((2 * Math.PI * 4 * i) / SAMPLE_RATE))
    phase += f0 / SAMPLE_RATE
    let sample = 0
    for (let harmonic = 1; harmonic * f0 < 5000; harmonic++)
      sample += Math.cos(2 * Math.PI * harmonic * phase) / harmonic
    return sample / 8
  })
}

/** What a line leaves of samples that passes nothing below a frequency (windowed sinc). */
function highPassed(samples: Float32Array, hertz: number): Float32Array {
  const reach = 550
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const time = (2 * Math.PI * hertz * (index - reach)) / SAMPLE_RATE
    const low = (index === reach ? 1 : Math.sin(time) / time) * ((2 * hertz) / SAMPLE_RATE)
    return (index === reach ? 1 : 0) - low * (0.5 + 0.5 * Math.cos((Math.PI * (index - reach)) / reach))
  })
  return samples.map((_, at) =>
    taps.reduce((sum, tap, index) => sum + tap * (samples[at + index - reach] ?? 0), 0),
  )
}

const voicedOf = (f0: Float32Array): number[] => [...f0].filter((each) => each > 0)

function median(f0: Float32Array): number {
  const voiced = voicedOf(f0)
  expect(voiced.length / f0.length).toBeGreaterThan(0.85)
  return percentile(voiced, 50)
}

const cents = (a: number, b: number) => Math.abs(1200 * Math.log2(a / b))

test.each([65, 82, 110, 147, 196, 262, 350, 470])('%d Hz is found to 10 cents', (hertz) => {
  expect(cents(median(trackPitch(buzz(hertz))), hertz)).toBeLessThan(10)
})

test.each([82, 147, 262, 350])('%d Hz is found in noise 10 dB below the voice', (hertz) => {
  expect(cents(median(trackPitch(inNoise(buzz(hertz), 10))), hertz)).toBeLessThan(15)
})

test.each([110, 196, 350])('%d Hz is found over the telephone', async (hertz) => {
  expect(cents(median(trackPitch(await fromTelephone(buzz(hertz)))), hertz)).toBeLessThan(15)
})

test.each([120, 155, 200])(
  'a voice of %d Hz is found where a line takes all below 300 Hz away',
  async (hertz) => {
    const voice = await recorded(someone({ logF0: Math.log(hertz), range: 1.4 }))
    const found = trackPitch(highPassed(voice, 300))
    expect(cents(percentile(voicedOf(found), 50), percentile(voicedOf(trackPitch(voice)), 50))).toBeLessThan(
      60,
    )
    expect(pitchRange(found)).toBeLessThan(1.2 * pitchRange(trackPitch(voice)))
  },
)

test.each([
  ['noise', inNoise(new Float32Array(SECONDS * SAMPLE_RATE).fill(0.001), -40)],
  ['silence', new Float32Array(SECONDS * SAMPLE_RATE)],
])('%s has no pitch', (_, samples) => {
  const f0 = trackPitch(samples)
  expect(f0.length).toBe(Math.floor(samples.length / 256))
  expect(f0.filter((each) => each > 0).length / f0.length).toBeLessThan(0.05)
})

test('what is shorter than a frame has none', () => {
  expect(trackPitch(new Float32Array(100)).length).toBe(0)
})
