import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createCompressedEncoder } from '../../src/audio/compressed/encoder.ts'
import { compressedFile } from '../../src/audio/compressed/file.ts'
import { CODECS, type CompressedCodec } from '../../src/audio/compressed/format.ts'
import { createEncoder } from '../../src/audio/encoder.ts'
import { Resampler } from '../../src/audio/resampler.ts'
import { samplesOf, signalToNoise } from '../support/compare-samples.ts'
import { decodedByFfmpeg } from '../support/ffmpeg.ts'
import { inOwnProcess } from '../support/own-process.ts'
import { RUNTIME } from '../support/process.ts'
import { seeded } from '../support/random.ts'
import { recorded, someone } from '../support/recordings.ts'
import { noise } from './noise.ts'

/** MP3 players skip this much of a stream only when they are told its length: the delays of LAME and of every decoder. */
const MP3_DELAY = 576 + 529
const MP3_FRAME = 576

let speech: Float32Array
beforeAll(async () => {
  speech = await recorded(someone(), 'The harbour was quiet when the first boats came home.')
})

async function stream(codec: CompressedCodec, pieces: Iterable<Float32Array>): Promise<Buffer> {
  const encoder = await createCompressedEncoder(codec)
  const encoded = Array.from(pieces, (piece) => encoder.encode(piece))
  return Buffer.concat([...encoded, encoder.flush()])
}

/** Cuts audio at random: mostly small pieces, some empty, some of seconds. */
function* cut(pcm: Float32Array, random: () => number): Generator<Float32Array> {
  for (let start = 0; start < pcm.length; ) {
    const length = Math.floor(2 ** (16 * random())) - 1
    yield pcm.subarray(start, start + length)
    start += length
  }
}

function samples16(pcm: Float32Array): Float32Array {
  const encoder = createEncoder({ container: 'raw', encoding: 'pcm_s16le', sampleRate: 22_050 })
  return samplesOf(encoder.encode(pcm))
}

/** The lengths at which a block, a frame or a page ends, those beside them, and others. */
const LENGTHS = [1, 2, 5, 100, 575, 576, 577, 1151, 1152, 1153, 2304, 11_025, 11_026, 20_000, 33_333]

describe.each([...CODECS])('%s', (codec) => {
  test('gives the same bytes wherever the speech is cut', async () => {
    const random = seeded(1)
    const whole = await stream(codec, [speech])
    for (let round = 0; round < 10; round++)
      expect((await stream(codec, cut(speech, random))).equals(whole)).toBeTrue()
    const start = speech.subarray(0, 3000)
    const single = Array.from(start, (_, i) => start.subarray(i, i + 1))
    expect((await stream(codec, single)).equals(await stream(codec, [start]))).toBeTrue()
  })

  test('gives nothing for nothing', async () => {
    expect(await stream(codec, [])).toHaveLength(0)
    expect(await stream(codec, [new Float32Array(0)])).toHaveLength(0)
  })

  test('gives bytes long before the speech ends', async () => {
    const encoder = await createCompressedEncoder(codec)
    const tenth = speech.subarray(0, 4410)
    expect(encoder.encode(tenth).length).toBeGreaterThan(0)
  })

  test('streams that take turns do not hear each other', async () => {
    const random = seeded(2)
    const streams = await Promise.all(
      Array.from({ length: 6 }, async () => ({
        pieces: Array.from({ length: 6 }, () => noise(1 + Math.floor(5000 * random()), random)),
        encoder: await createCompressedEncoder(codec),
        bytes: [] as Uint8Array[],
      })),
    )
    for (let turn = 0; turn < 6; turn++)
      for (const { encoder, pieces, bytes } of streams) bytes.push(encoder.encode(pieces[turn]!))
    for (const { encoder, pieces, bytes } of streams) {
      bytes.push(encoder.flush())
      expect(Buffer.concat(bytes).equals(await stream(codec, pieces))).toBeTrue()
    }
  })

  test('a stream that has ended takes nothing more', async () => {
    const encoder = await createCompressedEncoder(codec)
    encoder.flush()
    expect(() => encoder.encode(new Float32Array(1))).toThrow('The stream has ended')
    expect(() => encoder.flush()).toThrow('The stream has ended')
  })

  test('what is left in the middle of a stream is released', async () => {
    const program = join(import.meta.dir, 'fixtures/abandoned-compressed-streams.ts')
    expect(await inOwnProcess(program, codec)).toBeLessThan(24 * 2 ** 20)
  })
})

test('the beginning of an MP3 stream collects no garbage, however many there are', async () => {
  const program = join(import.meta.dir, 'fixtures/many-mp3-streams.ts')
  const env = { ...process.env, ...RUNTIME, BUN_JSC_logGC: '1' }
  const child = Bun.spawn([process.execPath, program], { env, stdout: 'pipe', stderr: 'pipe' })
  const [streams, log] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect(streams).toBe('40\n')
  expect([...log.matchAll(/=> FullCollection/g)].length).toBeLessThan(8) // Bun's default: 38
})

test('FLAC has the very samples, and its stream ends where they end', async () => {
  for (const pcm of [speech, ...LENGTHS.map((length) => noise(length, seeded(length)))]) {
    const flac = await stream('flac', [pcm])
    for (const file of [flac, compressedFile('flac', flac, pcm.length)])
      expect(await decodedByFfmpeg(file, 22_050)).toEqual(samples16(pcm))
  }
  const silence = new Float32Array(5000)
  expect(await decodedByFfmpeg(await stream('flac', [silence]), 22_050)).toEqual(silence)
})

test('FLAC takes less than two thirds of the bytes of PCM for speech', async () => {
  expect((await stream('flac', [speech])).length).toBeLessThan(speech.length * 2 * (2 / 3))
})

test('an Ogg stream of Opus decodes to exactly the speech', async () => {
  for (const length of [...LENGTHS, speech.length]) {
    const pcm = speech.subarray(0, length)
    const decoded = await decodedByFfmpeg(await stream('opus', [pcm]), 48_000)
    expect(decoded).toHaveLength(2 * Math.ceil((length * 24_000) / 22_050))
  }
  const resampler = new Resampler(24_000)
  const [first, rest] = [resampler.process(speech), resampler.finish()]
  const decoded = await decodedByFfmpeg(await stream('opus', [speech]), 24_000)
  expect(signalToNoise(Float32Array.of(...first, ...rest), decoded)).toBeGreaterThan(12)
})

test('a whole MP3 file decodes to exactly the speech', async () => {
  const lengths = LENGTHS.filter((length) => length >= MP3_FRAME) // ffmpeg trims shorter ones to 24 ms
  for (const length of [...lengths, speech.length]) {
    const file = compressedFile('mp3', await stream('mp3', [speech.subarray(0, length)]), length)
    expect(await decodedByFfmpeg(file, 22_050)).toHaveLength(length)
  }
  const file = compressedFile('mp3', await stream('mp3', [speech]), speech.length)
  expect(signalToNoise(speech, await decodedByFfmpeg(file, 22_050))).toBeGreaterThan(12)
})

test('an MP3 stream has silence before and after the speech, no more than the codec needs', async () => {
  for (const length of [...LENGTHS, speech.length]) {
    const decoded = await decodedByFfmpeg(await stream('mp3', [speech.subarray(0, length)]), 22_050, 'mp3')
    expect(decoded.length).toBeGreaterThanOrEqual(MP3_DELAY + length)
    expect(decoded.length).toBeLessThan(MP3_DELAY + length + 3 * MP3_FRAME)
  }
  const decoded = await decodedByFfmpeg(await stream('mp3', [speech]), 22_050)
  expect(signalToNoise(speech, decoded.subarray(MP3_DELAY))).toBeGreaterThan(12)
})

test('MP3 can be made after a shortage of file descriptors in which the first stream failed', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { createCompressedEncoder } from ${JSON.stringify(import.meta.resolve('../../src/audio/compressed/encoder.ts'))}
    const open = []
    try { while (true) open.push(openSync('/dev/null')) } catch {}
    const outcome = () => createCompressedEncoder('mp3').then(() => 'made', ({ code }) => code)
    const first = await outcome()
    for (const each of open) closeSync(each)
    console.log(first, await outcome())`
  const command = ['sh', '-c', 'ulimit -n 128 && exec "$0" -e "$1"', process.execPath, script]
  const { stdout, stderr } = Bun.spawnSync(command)
  expect(stdout.toString().trim(), stderr.toString()).toBe('EMFILE made')
})
