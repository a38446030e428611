import type { AudioReader } from './audio-block.ts'
import { type Clip, ClipError, MAX_CLIP_BYTES } from './clip.ts'
import { readFlac } from './flac-demuxer.ts'
import { type Format, type Found, formatOf } from './format.ts'
import { readMatroska } from './matroska-demuxer.ts'
import { MonoClip } from './mono-clip.ts'
import { readMp4 } from './mp4-demuxer.ts'
import { readAdts, readMp3 } from './mpeg-demuxer.ts'
import { readOgg } from './ogg-demuxer.ts'
import { readWav } from './wav-demuxer.ts'

const READERS: Readonly<Record<Format, AudioReader>> = {
  wav: readWav,
  mp3: readMp3,
  flac: readFlac,
  ogg: readOgg,
  mp4: readMp4,
  matroska: readMatroska,
  adts: readAdts,
}

/**
 * Decodes a recording in any common format: WAV, MP3, FLAC, Ogg (Opus, Vorbis), M4A, AAC or WebM. The format is
 * detected by the content. Of a truncated or damaged file, the readable part is decoded.
 *
 * @throws ClipError `too_large`, `not_audio`, `too_long`, or `damaged` if nothing can be read
 */
export async function decodeClip(file: Uint8Array): Promise<Clip> {
  if (file.length > MAX_CLIP_BYTES) {
    throw new ClipError(
      'too_large',
      `The clip has ${file.length} bytes; at most ${MAX_CLIP_BYTES} are taken. Send a shorter part of it, or a compressed format.`,
    )
  }
  const found = formatOf(file)
  if (!found) {
    throw new ClipError(
      'not_audio',
      'The clip is in no known sound format. Send WAV, MP3, FLAC, OGG (Opus or Vorbis), M4A (AAC), AAC or WebM.',
    )
  }
  const clip = await read(found)
  const { cancelled } = clip
  return (cancelled === undefined ? clip : await read(found, cancelled)).finish()
}

/** @param channel the only one that is taken; undefined: the mean of all */
async function read({ format, audio }: Found, channel?: number): Promise<MonoClip> {
  const clip = new MonoClip(channel)
  try {
    for await (const block of READERS[format](audio)) await clip.add(block)
  } catch (cause) {
    if (cause instanceof ClipError) throw cause
    if (clip.empty) throw damaged(format, cause)
  }
  if (clip.empty) throw damaged(format)
  return clip
}

const NAMES: Readonly<Record<Format, string>> = {
  wav: 'WAV',
  mp3: 'MP3',
  flac: 'FLAC',
  ogg: 'Ogg',
  mp4: 'MP4 or M4A',
  matroska: 'WebM or Matroska',
  adts: 'AAC',
}

function damaged(format: Format, cause?: unknown): ClipError {
  return new ClipError(
    'damaged',
    `The clip looks like ${NAMES[format]}, but no sound can be read from it: it is empty, cut off or damaged. Export it again, as WAV if it is damaged still.`,
    { cause },
  )
}
