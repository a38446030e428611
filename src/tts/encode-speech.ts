import { setImmediate } from 'node:timers/promises'
import { createCompressedEncoder } from '../audio/compressed/encoder.ts'
import { compressedFile } from '../audio/compressed/file.ts'
import { isCompressed, isWholeFile, type SpeechFormat } from '../audio/compressed/format.ts'
import { createEncoder, type Encoder } from '../audio/encoder.ts'
import { wav } from '../audio/wav.ts'
import type { WordTime } from '../engines/shared/engine.ts'
import type { SpeechChunk } from '../speech/speak-segments.ts'
import type { SpokenText } from '../speech/text-stream.ts'

/** A piece of a turn's audio as it goes on the wire. */
export interface AudioChunk {
  /** Whole samples in the requested format, or one whole file. */
  readonly audio: Uint8Array
  /** How many samples of speech (at 22050 Hz) are in it. */
  readonly samples: number
  /** Words whose times come with this piece, in seconds from the start of the turn. */
  readonly words: readonly WordTime[]
  /** The text that is spoken; undefined for a whole file and for what an encoder returns last. */
  readonly text: SpokenText | undefined
  /** True for the last piece of that text. */
  readonly isLast: boolean
}

/** Samples that are encoded at a time: half a second, so that other turns do not wait for a whole window. */
const PIECE = 11_025

/**
 * Speech in the requested format: piece by piece as it comes, or one whole file where the container needs the true
 * length in its header, as telephone switches and many players do. Speech of no length makes no file.
 */
export async function* encodeSpeech(
  speech: AsyncIterable<SpeechChunk>,
  format: SpeechFormat,
): AsyncGenerator<AudioChunk> {
  const encoder = isCompressed(format)
    ? await createCompressedEncoder(format.container)
    : createEncoder(format)
  if (!isWholeFile(format)) {
    yield* pieces(speech, encoder)
    return
  }
  const { audio, samples, words } = await collect(pieces(speech, encoder))
  if (audio.length === 0) return
  const file = isCompressed(format) ? compressedFile(format.container, audio, samples) : wav(format, audio)
  yield { audio: file, samples, words, text: undefined, isLast: false }
}

/** The audio and words of some chunks in one. */
export async function collect(
  chunks: AsyncIterable<AudioChunk>,
): Promise<{ audio: Uint8Array<ArrayBuffer>; samples: number; words: readonly WordTime[] }> {
  const audio: Uint8Array[] = []
  let samples = 0
  const words: WordTime[] = []
  for await (const chunk of chunks) {
    audio.push(chunk.audio)
    samples += chunk.samples
    words.push(...chunk.words)
  }
  return { audio: Buffer.concat(audio), samples, words }
}

async function* pieces(speech: AsyncIterable<SpeechChunk>, encoder: Encoder): AsyncGenerator<AudioChunk> {
  for await (const { pcm, words, text, isLast } of speech) {
    let from = 0
    do {
      if (from > 0) await setImmediate()
      const piece = pcm.subarray(from, from + PIECE)
      yield {
        audio: encoder.encode(piece),
        samples: piece.length,
        words: from === 0 ? words : [],
        text,
        isLast: isLast && from + PIECE >= pcm.length,
      }
      from += PIECE
    } while (from < pcm.length)
  }
  yield { audio: encoder.flush(), samples: 0, words: [], text: undefined, isLast: false }
}
