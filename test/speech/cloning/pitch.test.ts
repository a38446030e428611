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

/** Samples without what is below a frequency: eight second-order high-passes (Bristow-Johnson's cookbook, Q of 1 / sqrt 2). */
function highPassed(samples: Float32Array, hertz: number): Float32Array {
  const w = (2 * Math.PI * hertz) / SAMPLE_RATE
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / Math.SQRT2]
  let out = samples
  for (let section = 0; section < 8; section++) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0]
    out = out.map((x) => {
      const y = (((1 + cos) / 2) * (x - 2 * x1 + x2) + 2 * cos * y1 - (1 - alpha) * y2) / (1 + alpha)
      ;[x2, x1, y2, y1] = [x1, x, y1, y]
      return y
    })
  }
  return out
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
    const [whole, found] = [trackPitch(voice), trackPitch(highPassed(voice, 300))]
    expect(cents(percentile(voicedOf(found), 50), percentile(voicedOf(whole), 50))).toBeLessThan(90)
    expect(pitchRange(found) / pitchRange(whole)).toBeWithin(0.8, 1.3)
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
