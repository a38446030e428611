import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacFile } from '../audio/clip/files.ts'
import { RETURNS_MEMORY } from '../support/environment.ts'
import { postClone } from '../support/form.ts'
import { seeded } from '../support/random.ts'
import { inNoise, recorded, someone, wavFile } from '../support/recordings.ts'
import { type Member, type Service, startService } from '../support/service.ts'

/** Clips as people send them, to the whole service with its real cloner. */

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1000)
})
afterAll(() => service.close())

const speech = await recorded(someone())
const wavSpeech = Buffer.from(wavFile(speech))
const random = seeded(7)
const noise = (length: number) => Buffer.from(Array.from({ length }, () => random() * 256))
const seconds = (count: number) => Math.round(count * 22_050)
const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

interface WavShape {
  readonly tag?: number
  readonly channels?: number
  readonly rate?: number
  readonly bits?: number
}

/** A WAV file of any shape, right or wrong. */
function wavOf(data: Uint8Array, { tag = 1, channels = 1, rate = 22_050, bits = 16 }: WavShape = {}): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(tag, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE((rate * channels * bits) >>> 3, 28)
  header.writeUInt16LE((channels * bits) >>> 3, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** The speech at another rate, sample by sample: crude, but a voice all the same. */
function written(
  rate: number,
  size: number,
  write: (buffer: Buffer, value: number, at: number) => void,
  channels = 1,
) {
  const count = Math.floor((speech.length / 22_050) * rate)
  const data = Buffer.alloc(count * channels * size)
  for (let i = 0; i < count; i++)
    for (let channel = 0; channel < channels; channel++)
      write(data, speech[Math.floor((i * 22_050) / rate)]!, (i * channels + channel) * size)
  return data
}

async function clone(clip: Uint8Array): Promise<{ status: number; body: Record<string, string> }> {
  const form = new FormData()
  form.set('name', 'Ann')
  form.set('language', 'en-US')
  form.set('clip', new File([clip], 'clip.wav'))
  const answer = await postClone({ url: service.url, key: member.key }, form)
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

describe('a good clip is cloned', () => {
  test.each<[string, () => Uint8Array]>([
    [
      '24 bits at 96 kHz in stereo',
      () =>
        wavOf(
          written(96_000, 3, (to, x, at) => to.writeIntLE(Math.round(x * 8e6), at, 3), 2),
          { bits: 24, rate: 96_000, channels: 2 },
        ),
    ],
    ['a file that breaks off after some seconds', () => wavSpeech.subarray(0, 44 + 2 * seconds(6) + 1)],
    // The decoder's own tests have every format, and the cloner's have noise and telephones.
    ['a file in M4A', () => readFileSync(join(import.meta.dir, 'fixtures', 'speech.m4a'))],
  ])('%s', async (_, clip) => {
    expect(await clone(clip())).toMatchObject({
      status: 200,
      body: { id: expect.any(String), name: 'Ann', description: '', language: 'en-US' },
    })
  })
})

const mp3Speech = readFileSync(join(import.meta.dir, 'fixtures', 'speech.mp3'))

/** Frames that hold 65,535 zeros in 15 bytes. */
function flacBomb(): Buffer {
  const frames = new Array<[number, number]>(27_000).fill([0, 0])
  return flacFile({ sampleRate: 48_000, bits: 16, frames, blockSize: 65_535 })
}

const NOT_AUDIO = /no known sound format|no sound|not audio/i
const UNREADABLE = /no sound can be read|not.*(supported|taken|known)|empty|damaged/i

describe('a bad clip is refused with the reason, and costs nothing', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['nothing', () => bytes(), /empty|no known sound format/i],
    ['one byte', () => bytes([0x52]), NOT_AUDIO],
    ['a text', () => bytes('Dear Sir or Madam, please find my voice attached.'), NOT_AUDIO],
    ['a web page', () => bytes('<!doctype html><title>Not found</title>'), NOT_AUDIO],
    [
      'a picture',
      () => bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0]),
      NOT_AUDIO,
    ],
    ['a document', () => bytes('%PDF-1.7\n%', [0xe2, 0xe3], '\n1 0 obj\n'), NOT_AUDIO],
    ['an archive', () => bytes('PK', [3, 4, 20, 0, 0, 0, 8, 0], [...noise(200)]), NOT_AUDIO],
    ['notes instead of sound (MIDI)', () => bytes('MThd', [0, 0, 0, 6, 0, 1, 0, 1, 0, 96]), NOT_AUDIO],
    ['random bytes', () => noise(50_000), /./],
    ['a WAV header alone', () => wavOf(bytes()), UNREADABLE],
    ['half of a WAV header', () => wavSpeech.subarray(0, 20), UNREADABLE],
    [
      'an MP3 file of tags alone',
      () => bytes('ID3', [4, 0, 0, 0, 0, 2, 0], 'TIT2', [...new Uint8Array(300)]),
      UNREADABLE,
    ],
    ['the mark of FLAC alone', () => bytes('fLaC'), UNREADABLE],
    ['the mark of Ogg alone', () => bytes('OggS'), UNREADABLE],
    ['the mark of MP4 alone', () => bytes([0, 0, 0, 24], 'ftypM4A ', [0, 0, 0, 0], 'M4A mp42'), UNREADABLE],
    ['the mark of WebM alone', () => bytes([0x1a, 0x45, 0xdf, 0xa3, 0x80]), /./],
    ['a WAV file of no channels', () => wavOf(wavSpeech.subarray(44), { channels: 0 }), /channels/],
    ['a WAV file of 500 channels', () => wavOf(wavSpeech.subarray(44), { channels: 500 }), /channels/],
    ['a WAV file of 0 Hz', () => wavOf(wavSpeech.subarray(44), { rate: 0 }), /Hz/],
    ['a WAV file of 1 Hz', () => wavOf(wavSpeech.subarray(44), { rate: 1 }), /Hz/],
    ['a WAV file of a billion Hz', () => wavOf(wavSpeech.subarray(44), { rate: 1e9 }), /Hz/],
    ['a WAV file of an unknown encoding', () => wavOf(noise(100_000), { tag: 0x2000 }), /./],
    ['floats that are no numbers', () => wavOf(Buffer.alloc(400_000, 0xff), { tag: 3, bits: 32 }), /./],
    ['half a second', () => wavFile(speech.subarray(0, seconds(0.5))), /only 0\.\d s of speech/],
    ['two seconds', () => wavFile(speech.subarray(0, seconds(2))), /only [12]\.\d s of speech; at least 3 s/],
    [
      'ten minutes',
      () => wavOf(Buffer.alloc(8000 * 600, 0x55), { tag: 7, bits: 8, rate: 8000 }),
      /at most|longer|too long/i,
    ],
    ['silence', () => wavOf(Buffer.alloc(2 * seconds(10))), /silent/],
    ['white noise', () => wavOf(noise(seconds(8)), { bits: 8 }), /noise/],
    [
      'a tone',
      () => wavFile(Float32Array.from({ length: seconds(8) }, (_, i) => 0.3 * Math.sin(i / 20))),
      /tone|noise/,
    ],
    ['speech drowned in noise', () => wavFile(inNoise(speech, 0).map((x) => x * 0.3)), /noise/],
    [
      'speech whose peaks are cut off',
      () => wavFile(speech.map((x) => Math.max(-0.1, Math.min(0.1, x * 4)))),
      /too loud/,
    ],
    ['ten hours of silence in a FLAC file of a few kilobytes', () => flacBomb(), /at most|longer|too long/i],
    ['ten hours of MP3', () => Buffer.concat(new Array(800).fill(mp3Speech)), /at most|longer|too long/i],
    ['25 million bytes', () => wavOf(Buffer.alloc(25_000_000)), /20,?000,?000|20 MB/],
  ])('%s', async (_, clip, reason) => {
    const { status, body } = await clone(clip())
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid_clip', message: expect.any(String) },
    })
    expect(body.message).toMatch(reason)
    expect(await service.balance(member)).toBe(1000)
  })
})

/** What a process has taken at most so far, in MiB; 0 when it is gone. The system's own account of it has its parent's. */
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

describe('memory stays bounded', () => {
  const script = join(import.meta.dir, '../../src/speech/cloning/clone-process.ts')

  test.each<[string, () => Uint8Array]>([
    ['a FLAC file that grows', flacBomb],
    ['20 million bytes of MP3', () => Buffer.concat(new Array(860).fill(mp3Speech))],
    ['20 million bytes of WAV', () => wavOf(noise(19_999_000), { channels: 8, rate: 192_000, bits: 24 })],
    [
      'a minute of speech',
      () => wavFile(Float32Array.from({ length: seconds(60) }, (_, i) => speech[i % speech.length]!)),
    ],
  ])('for %s', async (_, clip) => {
    const child = Bun.spawn([process.execPath, script], {
      env: { ...process.env, ...RETURNS_MEMORY },
      stdin: clip(),
      stdout: 'pipe',
    })
    const answer = child.stdout.json()
    let peak = 0
    for (let now = 0; child.exitCode === null; now = peakMemory(child.pid)) {
      peak = Math.max(peak, now)
      await Bun.sleep(5)
    }
    expect(await answer).toBeObject()
    expect(peak).toBeWithin(20, 500)
  })
})
