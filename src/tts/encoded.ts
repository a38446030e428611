import { setImmediate } from 'node:timers/promises'
import { createEncoder } from '../audio/encoder.ts'
import type { OutputFormat } from '../audio/output-format.ts'
import { wav } from '../audio/wav.ts'
import type { WordTime } from '../speech/engine/engine.ts'
import type { Line } from '../speech/script.ts'
import type { Spoken } from '../speech/utterance.ts'

/** A piece of a turn's audio as it goes on the wire. */
export interface AudioChunk<SpokenLine extends Line = Line> {
  /** Whole samples in the requested format; with container wav one whole file. */
  readonly audio: Uint8Array
  /** Words first told with this piece, in seconds from the start of the turn. */
  readonly words: readonly WordTime[]
  /** The line that is spoken; undefined for a whole file and for what an encoder gives last. */
  readonly line: SpokenLine | undefined
  /** True for the last piece of the line. */
  readonly last: boolean
}

/** Samples that are encoded at once: half a second, so that other turns need not wait for a whole window. */
const PIECE = 11_025

/**
 * Speech in the requested format: piece by piece as it comes, or one whole file where the container needs the true
 * length in its header, as telephone switches and many players do. Speech of no length gives no file.
 */
export async function* encoded<SpokenLine extends Line>(
  speech: AsyncIterable<Spoken<SpokenLine>>,
  format: OutputFormat,
): AsyncGenerator<AudioChunk<SpokenLine>> {
  if (format.container === 'raw') {
    yield* pieces(speech, format)
    return
  }
  const { audio, words } = await collect(pieces(speech, format))
  if (audio.length > 0) yield { audio: wav(format, audio), words, line: undefined, last: false }
}

/** The audio and words of some frames in one. */
export async function collect(
  frames: AsyncIterable<AudioChunk>,
): Promise<{ audio: Uint8Array<ArrayBuffer>; words: readonly WordTime[] }> {
  const audio: Uint8Array[] = []
  const words: WordTime[] = []
  for await (const frame of frames) {
    audio.push(frame.audio)
    words.push(...frame.words)
  }
  return { audio: Buffer.concat(audio), words }
}

async function* pieces<SpokenLine extends Line>(
  speech: AsyncIterable<Spoken<SpokenLine>>,
  format: OutputFormat,
): AsyncGenerator<AudioChunk<SpokenLine>> {
  const encoder = createEncoder(format)
  for await (const { pcm, words, line, last } of speech) {
    let from = 0
    do {
      if (from > 0) await setImmediate()
      const audio = encoder.encode(pcm.subarray(from, from + PIECE))
      yield { audio, words: from === 0 ? words : [], line, last: last && from + PIECE >= pcm.length }
      from += PIECE
    } while (from < pcm.length)
  }
  yield { audio: encoder.flush(), words: [], line: undefined, last: false }
}
