import { describe, expect, test } from 'bun:test'
import { decodeClip } from '../../../src/audio/clip/decode.ts'
import { ALAW, expectedCodes, MULAW } from '../g711-table.ts'
import { fitTone } from '../measure.ts'
import {
  AMPLITUDE,
  fixture,
  flacFile,
  HE_AAC,
  HERTZ,
  m4aWith,
  PCM_16,
  riffChunk,
  tones,
  type WavEncoding,
  wavFile,
} from './files.ts'

const RATE = 22050

/** Seconds that may be before and after the sound: what encoders add and no header tells. */
const EXACT = 0.001
const PADDED = 0.1

interface Format {
  readonly name: string
  readonly file: () => Buffer
  readonly bandwidth: number
  /** Of the mean of the channels; half where one is silent. */
  readonly amplitude?: number
  readonly longer?: number
}

const STEREO = { amplitude: AMPLITUDE / 2 }

const FIXTURES: Format[] = [
  { name: 'cbr-id3.mp3', bandwidth: 11025, longer: PADDED },
  { name: 'vbr.mp3', bandwidth: 22050, longer: EXACT, ...STEREO },
  { name: 'mpeg2.mp3', bandwidth: 8000, longer: PADDED },
  { name: 'tone.flac', bandwidth: 4000, longer: EXACT },
  { name: 'flac.ogg', bandwidth: 4000, longer: EXACT },
  { name: 'flac.mka', bandwidth: 4000, longer: EXACT },
  { name: 'tone.opus', bandwidth: 24000, longer: 0.02 },
  { name: 'tone.ogg', bandwidth: 22050, longer: 0.02, ...STEREO },
  { name: 'opus.webm', bandwidth: 24000, longer: 0.02 },
  { name: 'live.webm', bandwidth: 24000, longer: 0.02 },
  { name: 'vorbis.webm', bandwidth: 22050, longer: 0.02, ...STEREO },
  { name: 'opus.mp4', bandwidth: 24000, longer: 0.02 },
  { name: 'tone.m4a', bandwidth: 22050, longer: 0.025, ...STEREO },
  { name: 'faststart.m4a', bandwidth: 22050, longer: 0.025, ...STEREO },
  { name: 'tone.mov', bandwidth: 22050, longer: 0.025, ...STEREO },
  { name: 'fragments.mp4', bandwidth: 22050, longer: PADDED, ...STEREO },
  { name: 'tone.aac', bandwidth: 22050, longer: PADDED, ...STEREO },
].map((format) => ({ ...format, file: () => fixture(format.name) }))

const ENCODINGS: Record<string, WavEncoding> = {
  'PCM of 8 bits': { tag: 1, bits: 8, write: (to, x, at) => to.writeUInt8(Math.round(x * 127) + 128, at) },
  'PCM of 16 bits': PCM_16,
  'PCM of 24 bits': { tag: 1, bits: 24, write: (to, x, at) => to.writeIntLE(Math.round(x * 8388607), at, 3) },
  'PCM of 32 bits': {
    tag: 1,
    bits: 32,
    write: (to, x, at) => to.writeInt32LE(Math.round(x * 2147483647), at),
  },
  'float of 32 bits': { tag: 3, bits: 32, write: (to, x, at) => to.writeFloatLE(x, at) },
  'float of 64 bits': { tag: 3, bits: 64, write: (to, x, at) => to.writeDoubleLE(x, at) },
  'μ-law': { tag: 7, bits: 8, write: (to, x, at) => to.writeUInt8(g711('mulaw', x), at) },
  'A-law': { tag: 6, bits: 8, write: (to, x, at) => to.writeUInt8(g711('alaw', x), at) },
}

const LAWS = { mulaw: expectedCodes(MULAW), alaw: expectedCodes(ALAW) }

function g711(law: keyof typeof LAWS, sample: number): number {
  return LAWS[law][Math.round(sample * 32767) + 32768]!
}

function wav(name: string, options: Parameters<typeof wavFile>[0], more: Partial<Format> = {}): Format {
  return { name: `WAV: ${name}`, file: () => wavFile(options), bandwidth: 8000, ...more }
}

const WAVS: Format[] = [
  ...Object.entries(ENCODINGS).flatMap(([name, encoding]) => [
    wav(name, { encoding }),
    wav(`${name}, extensible`, { encoding, extensible: true }),
  ]),
  wav('of a telephone', { sampleRate: 8000, encoding: ENCODINGS['μ-law']! }, { bandwidth: 4000 }),
  wav('at the rate of clips', { sampleRate: 22050 }, { bandwidth: 11025 }),
  wav('at 4000 Hz', { sampleRate: 4000 }, { bandwidth: 2000 }),
  wav('at 192 kHz', { sampleRate: 192_000 }, { bandwidth: 96_000 }),
  wav('of two channels', { channels: [tones(16000), new Float32Array(32000)] }, STEREO),
  wav('of eight channels', { channels: Array.from({ length: 8 }, () => tones(16000)) }),
  wav('streamed, its size not known', { declared: { size: 0xffffffff } }),
  wav('streamed, its size not written', { declared: { size: 0 } }),
  wav('with a chunk of odd length', { chunks: [riffChunk('LIST', Buffer.from('odd'))] }),
]

const FLACS: Format[] = [
  {
    name: 'FLAC of 24 bits and 96 kHz, stereo',
    bandwidth: 48000,
    file: () => {
      const samples = Int32Array.from(tones(96000), (sample) => Math.round(sample * 8388607))
      const blocks = Array.from({ length: 48 }, (_, i) => samples.subarray(i * 4000, (i + 1) * 4000))
      return flacFile({
        sampleRate: 96000,
        bits: 24,
        blockSize: 4000,
        frames: blocks.map((block) => [block, block]),
      })
    },
  },
]

describe('a clip is what was recorded', () => {
  test.each([...FIXTURES, ...WAVS, ...FLACS])('$name', async ({ file, bandwidth, amplitude, longer }) => {
    const clip = await decodeClip(file())
    expect(clip.bandwidth).toBe(bandwidth)
    expect(clip.samples.length).toBeGreaterThanOrEqual(2 * RATE)
    expect(clip.samples.length).toBeLessThanOrEqual((2 + (longer ?? EXACT)) * RATE)
    for (const [second, hertz] of HERTZ.entries()) {
      // What encoders add is before the sound or after it, so the middle of each second has one tone.
      const middle = clip.samples.subarray(Math.round((second + 0.2) * RATE), (second + 0.95) * RATE)
      const fit = fitTone(middle, RATE, hertz, amplitude ?? AMPLITUDE)
      expect(Math.abs(fit.gain)).toBeLessThan(0.5)
      expect(fit.snr).toBeGreaterThan(15)
      if (longer !== PADDED) expect(Math.abs(fit.delay)).toBeLessThan(0.0001)
    }
  })

  test('alike, whatever is before the file in its buffer', async () => {
    const file = fixture('tone.m4a')
    const inside = Buffer.concat([Buffer.alloc(13), file]).subarray(13)
    expect(await decodeClip(inside)).toEqual(await decodeClip(file))
  })
})

test.each(['tone.opus', 'tone.ogg', 'flac.ogg'])(
  'all links of a chained Ogg file are decoded: %s',
  async (name) => {
    const file = fixture(name)
    const one = await decodeClip(file)
    const chain = await decodeClip(Buffer.concat([file, fixture('tone.opus'), file]))
    const between = (await decodeClip(fixture('tone.opus'))).samples.length
    expect(Math.abs(chain.samples.length - 2 * one.samples.length - between)).toBeLessThan(3)
    const last = chain.samples.subarray(-Math.round(0.8 * RATE))
    const fit = fitTone(last.subarray(0, RATE / 2), RATE, HERTZ[1], AMPLITUDE)
    expect(fit.snr).toBeGreaterThan(10)
  },
)

describe('channels that cancel each other', () => {
  const tone = Float32Array.from(tones(16_000))
  const inverted = (factor: number) => tone.map((sample) => -factor * sample)

  test.each([
    ['one the inverse of the other', [tone, inverted(1)]],
    ['one nearly the inverse of the other, and weaker', [tone, inverted(0.8)]],
  ])('give the louder one: %s', async (_, channels) => {
    const alone = await decodeClip(wavFile({ sampleRate: 16_000, channels: [tone] }))
    expect(await decodeClip(wavFile({ sampleRate: 16_000, channels }))).toEqual(alone)
  })

  test('give their mean if that is not much weaker', async () => {
    const clip = await decodeClip(wavFile({ sampleRate: 16_000, channels: [tone, inverted(0.4)] }))
    const weaker = await decodeClip(
      wavFile({ sampleRate: 16_000, channels: [tone.map((sample) => 0.3 * sample)] }),
    )
    expect(clip.samples).toHaveLength(weaker.samples.length)
    for (const at of [1000, 9000, 30_000])
      expect(Math.abs(clip.samples[at]! - weaker.samples[at]!)).toBeLessThan(0.001)
  })
})

describe('what a clip may be', () => {
  test('120 seconds long', async () => {
    const clip = await decodeClip(wavFile({ sampleRate: 8000, channels: [new Float32Array(8000 * 120)] }))
    expect(clip.samples).toHaveLength(120 * RATE)
  })

  test('120 seconds long, and as much longer as encoders fill up the last packet of stereo', async () => {
    const frames = new Array(120 * 8 + 1).fill([0, 0])
    const clip = await decodeClip(flacFile({ sampleRate: 48_000, bits: 16, blockSize: 6000, frames }))
    expect(clip.samples).toHaveLength(Math.ceil(120.125 * RATE))
  })

  test.each([
    ['two minutes of stereo', 2, 48_000, 119],
    ['a minute of stereo at 96 kHz', 2, 96_000, 59],
    ['half a minute of stereo at 192 kHz', 2, 192_000, 29],
    ['half a minute of eight channels', 8, 48_000, 29],
  ])('%s', async (_, channels, sampleRate, seconds) => {
    const frames = new Array(seconds * 8).fill(new Array(channels).fill(0))
    const clip = await decodeClip(flacFile({ sampleRate, bits: 16, blockSize: sampleRate / 8, frames }))
    expect(clip.samples).toHaveLength(seconds * RATE)
  })

  test('HE-AAC, of which the lower half is decoded', async () => {
    const clip = await decodeClip(m4aWith(HE_AAC))
    expect(clip.samples.length).toBeGreaterThan(2 * RATE)
    expect(clip.bandwidth).toBe(22050)
  })

  test('float with what is no number, which is silence, or beyond full scale, which is limited', async () => {
    const samples = tones(16000)
    samples.set([Number.NaN, Infinity, -Infinity, 1e30, -1e30], 1000)
    const clip = await decodeClip(wavFile({ encoding: ENCODINGS['float of 32 bits']!, channels: [samples] }))
    expect(clip.samples).toHaveLength(2 * RATE)
    expect(clip.samples.every((sample) => Math.abs(sample) <= 1)).toBe(true)
  })
})
