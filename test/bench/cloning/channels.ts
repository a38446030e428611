import { wav } from '../../../src/audio/wav.ts'
import { seeded } from '../../support/random.ts'
import { run } from '../recognizer.ts'
import { readSamples } from '../samples.ts'
import { percentile } from '../statistics.ts'

/** A channel that degrades a recording. */
export interface Channel {
  readonly name: string
  /** The upper end of its band in Hz, if that is below the measured range. */
  readonly highest?: number
  /** The extension of the files that it writes. */
  readonly extension: string
  /** Writes the degraded clip to a file. */
  send(clip: string, file: string): Promise<unknown>
}

export const CHANNELS: readonly Channel[] = [
  {
    name: 'phone',
    highest: 3400,
    extension: 'wav',
    send: (clip, file) => run(['sox', clip, '-r', '8000', '-e', 'mu-law', file, 'sinc', '300-3400']),
  },
  { name: 'noise', extension: 'wav', send: addNoise },
  { name: 'quiet', extension: 'wav', send: (clip, file) => run(['sox', clip, file, 'vol', '-30dB']) },
  { name: 'mp3', extension: 'mp3', send: (clip, file) => run(['lame', '--quiet', '-b', '64', clip, file]) },
]

const NOISE_RATE = 22050
const NOISE_FRAME = 512
/** The level of loud speech above the noise, in dB. */
const NOISE_DISTANCE = 20

/** Adds white noise to a clip. */
async function addNoise(clip: string, file: string): Promise<void> {
  const samples = await readSamples(clip, NOISE_RATE)
  const powers = Array.from({ length: Math.floor(samples.length / NOISE_FRAME) }, (_, index) =>
    samples.subarray(index * NOISE_FRAME, (index + 1) * NOISE_FRAME).reduce((sum, x) => sum + x * x, 0),
  )
  const speech = Math.sqrt(percentile(powers, 80) / NOISE_FRAME)
  // Uniform noise from -1 to 1 has a power of 1/3.
  const amplitude = Math.sqrt(3) * speech * 10 ** (-NOISE_DISTANCE / 20)
  const random = seeded(1)
  const noisy = Int16Array.from(samples, (x) =>
    Math.max(-32768, Math.min(32767, Math.round(32767 * (x + amplitude * (2 * random() - 1))))),
  )
  const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: NOISE_RATE } as const
  await Bun.write(file, wav(format, new Uint8Array(noisy.buffer)))
}
