import { wav } from '../../../src/audio/wav.ts'
import { seeded } from '../../support/random.ts'
import { run } from '../recognizer.ts'
import { percentile } from '../statistics.ts'
import { readSamples } from './samples.ts'

/** Some way that a recording gets worse on. */
export interface Channel {
  readonly name: string
  /** Where its band ends in Hz, if that is below what is measured. */
  readonly highest?: number
  /** Writes what comes out of it; gives the file. */
  send(clip: string): Promise<string>
}

export const CHANNELS: readonly Channel[] = [
  {
    name: 'phone',
    highest: 3400,
    send: (clip) => sox(clip, 'phone.wav', ['-r', '8000', '-e', 'mu-law'], ['sinc', '300-3400']),
  },
  { name: 'noise', send: addNoise },
  { name: 'quiet', send: (clip) => sox(clip, 'quiet.wav', [], ['vol', '-30dB']) },
  {
    name: 'mp3',
    async send(clip) {
      const file = `${clip}.mp3`
      await run(['lame', '--quiet', '-b', '64', clip, file])
      return file
    },
  },
]

async function sox(
  clip: string,
  name: string,
  format: readonly string[],
  effects: readonly string[],
): Promise<string> {
  const file = `${clip}.${name}`
  await run(['sox', clip, ...format, file, ...effects])
  return file
}

const NOISE_RATE = 22050
const NOISE_FRAME = 512
/** Of the loud speech above the noise, in dB. */
const NOISE_DISTANCE = 20

/** White noise under the clip. */
async function addNoise(clip: string): Promise<string> {
  const samples = await readSamples(clip, NOISE_RATE)
  const powers = Array.from({ length: Math.floor(samples.length / NOISE_FRAME) }, (_, index) =>
    samples.subarray(index * NOISE_FRAME, (index + 1) * NOISE_FRAME).reduce((sum, x) => sum + x * x, 0),
  )
  const speech = Math.sqrt(percentile(powers, 80) / NOISE_FRAME)
  // Even numbers from -1 to 1 have a power of a third.
  const amplitude = Math.sqrt(3) * speech * 10 ** (-NOISE_DISTANCE / 20)
  const random = seeded(1)
  const noisy = Int16Array.from(samples, (x) =>
    Math.max(-32768, Math.min(32767, Math.round(32767 * (x + amplitude * (2 * random() - 1))))),
  )
  const file = `${clip}.noise.wav`
  const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: NOISE_RATE } as const
  await Bun.write(file, wav(format, new Uint8Array(noisy.buffer)))
  return file
}
