import { expect, test } from 'bun:test'
import { ClipError, type ClipFault, MAX_CLIP_BYTES } from '../../../src/audio/clip/clip.ts'
import { decodeClip } from '../../../src/audio/clip/decode.ts'
import { seeded } from '../../support/random.ts'
import { fixture, flacFile, MAIN_AAC, m4aWith, riffChunk, wavFile } from './files.ts'

interface BadClip {
  readonly name: string
  readonly file: () => Uint8Array
  readonly fault: ClipFault
  /** What the message says, among other things. */
  readonly says?: RegExp
}

const FORMATS = /WAV, MP3, FLAC, OGG .*M4A .*WebM/

function notAudio(name: string, start: string | Buffer): BadClip {
  const file = () =>
    Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.alloc(5000, 'not a sound ')])
  return { name, file, fault: 'not_audio', says: FORMATS }
}

function random(length: number): Uint8Array {
  const next = seeded(1)
  return Uint8Array.from({ length }, () => next() * 256)
}

/** The beginning of a recording, up to where its sound begins. */
function headOf(name: string, length: number): BadClip {
  return {
    name: `only the header of ${name}`,
    file: () => fixture(name).subarray(0, length),
    fault: 'damaged',
  }
}

function said(name: string, declared: { channels?: number; sampleRate?: number }): BadClip {
  return {
    name,
    file: () => wavFile({ declared }),
    fault: 'damaged',
    says: /1 to 8 channels at 4000 to 192000 Hz/,
  }
}

/** An MP4 of which a table says something else, `offset` bytes into its box. */
function mp4Said(name: string, box: string, offset: number, value: number): BadClip {
  const file = () => {
    const bytes = fixture('faststart.m4a')
    bytes.writeUInt32BE(value, bytes.indexOf(box) + 4 + offset)
    return bytes
  }
  return { name, file, fault: 'damaged' }
}

/** Silence in the longest frames that FLAC has. */
function flacOf(channels: number, sampleRate: number, seconds: number): Buffer {
  const blockSize = 65535
  const frames = new Array(Math.floor((sampleRate * seconds) / blockSize)).fill(new Array(channels).fill(0))
  return flacFile({ bits: 16, blockSize, frames, sampleRate })
}

const BAD: BadClip[] = [
  { name: 'nothing', file: () => new Uint8Array(), fault: 'not_audio', says: FORMATS },
  { name: 'one byte', file: () => Uint8Array.of(0xff), fault: 'not_audio' },
  { name: 'random bytes', file: () => random(100_000), fault: 'not_audio', says: FORMATS },
  { name: 'zeros', file: () => new Uint8Array(100_000), fault: 'not_audio' },
  notAudio('text', 'Dear Sir or Madam, '),
  notAudio('a web page', '<!DOCTYPE html><html>'),
  notAudio('JSON', '{"audio": "UklGRg=="}'),
  notAudio('a PNG', '\x89PNG\r\n\x1a\n'),
  notAudio('a JPEG', '\xff\xd8\xff\xe0\x00\x10JFIF'),
  notAudio('a PDF', '%PDF-1.7\n'),
  notAudio('a ZIP', 'PK\x03\x04'),
  notAudio('MIDI', 'MThd\0\0\0\x06'),
  notAudio('an AVI', 'RIFF\0\0\x01\0AVI LIST'),
  notAudio('text in UTF-16', Buffer.from('\ufeffDear Sir or Madam', 'utf16le')),
  { name: 'a film in MP4', file: () => fixture('film.mp4'), fault: 'not_audio', says: /without sound/ },
  { name: 'a film in WebM', file: () => fixture('film.webm'), fault: 'not_audio', says: /without sound/ },
  { name: 'ALAC', file: () => fixture('alac.m4a'), fault: 'not_audio', says: /"alac" is not supported/ },
  { name: 'AAC Main', file: () => m4aWith(MAIN_AAC), fault: 'not_audio', says: /Send AAC-LC/ },
  {
    name: 'a WAV of ADPCM',
    file: () => wavFile({ encoding: { tag: 2, bits: 8, write: () => {} } }),
    fault: 'not_audio',
    says: /format 2, 8 bits.*Send PCM/,
  },
  {
    name: 'one byte too many',
    file: () => new Uint8Array(MAX_CLIP_BYTES + 1),
    fault: 'too_large',
    says: /20000000/,
  },
  {
    name: 'ten minutes',
    file: () => wavFile({ sampleRate: 8000, channels: [new Float32Array(8000 * 600)] }),
    fault: 'too_long',
    says: /longer than 120 seconds/,
  },
  {
    name: 'two minutes and a second',
    file: () => wavFile({ sampleRate: 8000, channels: [new Float32Array(8000 * 121)] }),
    fault: 'too_long',
    says: /longer than 120 seconds/,
  },
  {
    name: 'a chain of hundreds of Ogg files',
    file: () => Buffer.concat(new Array(300).fill(fixture('tone.opus'))),
    fault: 'too_large',
    says: /chain of more than 16 Ogg files/,
  },
  {
    name: 'two hours of silence in 16 kB of FLAC',
    file: () =>
      flacFile({ bits: 16, blockSize: 65535, frames: new Array(1000).fill([0, 0]), sampleRate: 8000 }),
    fault: 'too_long',
  },
  {
    name: 'two minutes of eight channels at 192 kHz in 12 kB of FLAC',
    file: () => flacOf(8, 192_000, 119),
    fault: 'too_large',
    says: /11568000 samples \(channels: 8, rate: 192000 Hz\).*Send it mono or stereo at 48000 Hz/,
  },
  { name: 'two minutes at 192 kHz', file: () => flacOf(1, 192_000, 119), fault: 'too_large' },
  {
    name: 'more than half a minute of eight channels',
    file: () => flacOf(8, 48_000, 32),
    fault: 'too_large',
  },
  {
    name: 'ten seconds of eight channels at 192 kHz in WAV',
    file: () =>
      wavFile({
        encoding: { tag: 1, bits: 8, write: () => {} },
        sampleRate: 192_000,
        channels: new Array(8).fill(new Uint8Array(192_000 * 10)),
      }),
    fault: 'too_large',
  },
  {
    name: 'a WAV without samples',
    file: () => wavFile({ channels: [[]] }),
    fault: 'damaged',
    says: /looks like WAV/,
  },
  {
    name: 'a WAV without a format',
    file: () =>
      riffChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), riffChunk('data', Buffer.alloc(1000))])),
    fault: 'damaged',
  },
  { name: 'a WAV without data', file: () => wavFile().subarray(0, 36), fault: 'damaged' },
  said('no channels', { channels: 0 }),
  said('65535 channels', { channels: 65535 }),
  said('nine channels', { channels: 9 }),
  said('a rate of 0', { sampleRate: 0 }),
  said('a rate of 3999 Hz', { sampleRate: 3999 }),
  said('a rate of 4 GHz', { sampleRate: 4_000_000_000 }),
  {
    name: 'ID3 tags alone',
    file: () => fixture('cbr-id3.mp3').subarray(0, 103),
    fault: 'damaged',
    says: /MP3/,
  },
  {
    name: 'ID3 tags that claim more than there is',
    file: () => Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(1000)]),
    fault: 'damaged',
  },
  headOf('tone.flac', 42),
  headOf('tone.opus', 47),
  headOf('tone.ogg', 58),
  headOf('opus.webm', 500),
  headOf('vorbis.webm', 4200),
  headOf('faststart.m4a', 1000),
  headOf('tone.m4a', 5000),
  headOf('tone.aac', 20),
  mp4Said('an MP4 with samples of 0 bytes', 'stsz', 4, 0x7fffffff),
  mp4Said('an MP4 with no chunks', 'stco', 4, 0),
  mp4Said('an MP4 with chunks of no samples', 'stsc', 12, 0),
]

test.each(BAD)('$name is refused: $fault', async ({ file, fault, says }) => {
  const error = await decodeClip(file()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ClipError)
  const { fault: told, message } = error as ClipError
  expect(told).toBe(fault)
  expect(message).toMatch(says ?? /Send|Export/)
})

test('of tables that claim more than there is, what is there is used', async () => {
  const good = await decodeClip(fixture('faststart.m4a'))
  for (const clip of [
    mp4Said('', 'stco', 4, 0xffffffff),
    mp4Said('', 'stsc', 12, 0xffffffff),
    mp4Said('', 'stsz', 8, 0xffffffff),
  ]) {
    expect((await decodeClip(clip.file())).samples.length).toBe(good.samples.length)
  }
})
