import { concatenate } from '../../src/audio/concatenate.ts'
import { createEncoder } from '../../src/audio/encoder.ts'
import { createInputResampler } from '../../src/audio/input-resampler.ts'
import { ENCODINGS, SAMPLE_RATES } from '../../src/audio/output-format.ts'
import { fitTone, INPUT_RATE, level, sweep, tone } from '../audio/measure.ts'
import { noise } from '../audio/noise.ts'
import { seeded } from '../support/random.ts'
import { type Peer, peers } from './audio-peers.ts'
import { row, rule } from './table.ts'

/** Quality and speed of the audio core, compared with other resamplers: `bun run bench:audio`. */

/** Where soxr's HQ ends its pass band, as a share of the output's Nyquist frequency. */
const PASS_BAND = 0.913

/** Rates of voice models, in Hz. */
const INPUT_RATES = [16_000, 24_000, 44_100, 48_000]

const SPEED_SECONDS = 20
const SPEED_ROUNDS = 7

for (const rate of [8000, 16000] as const) {
  const all = await peers(rate)
  signalToNoise(rate, all)
  bands(rate, all)
  speed(rate, all)
}
inputs()
encoders()

/** The signal-to-noise ratio of tones in the pass band: the tone over everything else in the output. */
function signalToNoise(rate: number, all: readonly Peer[]): void {
  const shares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, PASS_BAND]
  title(`22050 to ${rate} Hz: signal-to-noise ratio in dB, by frequency`)
  row('Hz', ...all.map(({ name }) => name))
  rule(all.length + 1)
  for (const hertz of shares.map((share) => Math.round((share * rate) / 2))) {
    const pcm = tone(hertz, 1)
    row(hertz, ...all.map((peer) => fitTone(peer.resample(pcm), rate, hertz).snr.toFixed(1)))
  }
}

/**
 * Pass-band ripple about the curve that is meant, and leakage of tones above the output's Nyquist frequency, with 40 tones
 * each.
 */
function bands(rate: number, all: readonly Peer[]): void {
  const passed = sweep(0.005, PASS_BAND, 40).map((share) => (share * rate) / 2)
  const stopped = sweep(rate / 2 + 1, INPUT_RATE / 2 - 1, 40)
  title(
    `22050 to ${rate} Hz: pass band to ${PASS_BAND} of Nyquist, stop-band from Nyquist, worst of 40 tones`,
  )
  row('', 'ripple, dB', 'stop-band, dB')
  rule(3)
  for (const { name, resample, curve } of all) {
    const gains = passed.map(
      (hertz) => fitTone(resample(tone(hertz, 0.5)), rate, hertz).gain - (curve?.(hertz) ?? 0),
    )
    const leaks = stopped.map((hertz) => level(resample(tone(hertz, 0.5)), rate))
    row(name, (Math.max(...gains) - Math.min(...gains)).toFixed(6), Math.max(...leaks).toFixed(1))
  }
}

/** Speed on one core, with 20 s of noise: the best of seven rounds in which the resamplers take turns. */
function speed(rate: number, all: readonly Peer[]): void {
  const pcm = noise(SPEED_SECONDS * INPUT_RATE, seeded(1))
  const best = all.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < SPEED_ROUNDS; round++) {
    for (const [i, peer] of all.entries())
      best[i] = Math.min(
        best[i]!,
        seconds(() => peer.resample(pcm)),
      )
  }
  title(`22050 to ${rate} Hz: speed on one core`)
  row('', 'times real time', 'against Purr')
  rule(3)
  for (const [i, { name }] of all.entries()) {
    row(name, (SPEED_SECONDS / best[i]!).toFixed(0), (best[0]! / best[i]!).toFixed(2))
  }
}

/** Resampling of an engine's audio: the worst of 20 tones in each band, the speed in blocks of 100 ms, and the filter. */
function inputs(): void {
  title('To 22050 Hz: quality as above, speed on one core, what the first stream of a rate costs')
  row('from Hz', 'signal-to-noise, dB', 'ripple, dB', 'stop-band, dB', 'times real time', 'filter, ms')
  rule(6)
  for (const rate of INPUT_RATES) {
    const making = seconds(() => createInputResampler(rate))
    const resample = (pcm: Float32Array) => {
      const resampler = createInputResampler(rate)
      const pieces: Float32Array[] = []
      for (let start = 0; start < pcm.length; start += rate / 10)
        pieces.push(resampler.process(pcm.subarray(start, start + rate / 10)))
      return concatenate([...pieces, resampler.finish()])
    }
    const nyquist = Math.min(rate, INPUT_RATE) / 2
    const fits = sweep(0.005, PASS_BAND, 20)
      .map((share) => share * nyquist)
      .map((hertz) => fitTone(resample(tone(hertz, 0.5, 0.9, rate)), INPUT_RATE, hertz))
    const gains = fits.map(({ gain }) => gain)
    const leaks =
      rate > INPUT_RATE
        ? sweep(nyquist + 1, rate / 2 - 1, 20).map((hertz) =>
            level(resample(tone(hertz, 0.5, 0.9, rate)), INPUT_RATE),
          )
        : []
    const pcm = noise(SPEED_SECONDS * rate, seeded(1))
    const best = Math.min(...Array.from({ length: SPEED_ROUNDS }, () => seconds(() => resample(pcm))))
    row(
      rate,
      Math.min(...fits.map(({ snr }) => snr)).toFixed(1),
      (Math.max(...gains) - Math.min(...gains)).toFixed(6),
      leaks.length > 0 ? Math.max(...leaks).toFixed(1) : '-',
      (SPEED_SECONDS / best).toFixed(0),
      (making * 1000).toFixed(1),
    )
  }
}

/** Speed of complete encoders on blocks of 100 ms, and the cost of creating one. */
function encoders(): void {
  const pcm = noise(SPEED_SECONDS * INPUT_RATE, seeded(2))
  title('Encoders: times real time on one core')
  row('Hz', ...ENCODINGS)
  rule(ENCODINGS.length + 1)
  for (const sampleRate of SAMPLE_RATES) {
    const speeds = ENCODINGS.map((encoding) => {
      const encode = () => {
        const encoder = createEncoder({ container: 'raw', encoding, sampleRate })
        for (let start = 0; start < pcm.length; start += 2205)
          encoder.encode(pcm.subarray(start, start + 2205))
        encoder.flush()
      }
      return SPEED_SECONDS / Math.min(...Array.from({ length: SPEED_ROUNDS }, () => seconds(encode)))
    })
    row(sampleRate, ...speeds.map((speed) => speed.toFixed(0)))
  }
  const made = 100_000
  const making = seconds(() => {
    for (let i = 0; i < made; i++)
      createEncoder({ container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 })
  })
  console.log(`\nAn encoder is made in ${((making / made) * 1e6).toFixed(2)} microseconds.`)
}

function seconds(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}

function title(text: string): void {
  console.log(`\n${text}\n`)
}
