import { setImmediate } from 'node:timers/promises'
import { createEncoder } from '../audio/encoder.ts'
import type { OutputFormat } from '../audio/output-format.ts'
import { wav } from '../audio/wav.ts'
import type { Speech, WordTime } from '../speech/engine/engine.ts'

/** A piece of a turn's audio as it goes on the wire. */
export interface Frame {
  /** Whole samples in the requested format; with container wav one whole file. */
  readonly audio: Uint8Array
  /** Words first told with this piece, in seconds from the start of the turn. */
  readonly words: readonly WordTime[]
}

/** Samples that are encoded at once: half a second, so that other turns need not wait for a whole window. */
const PIECE = 11_025

/**
 * Speech in the requested format: piece by piece as it comes, or one whole file where the container needs the true
 * length in its header, as telephone switches and many players do.
 */
export async function* encoded(speech: AsyncIterable<Speech>, format: OutputFormat): AsyncGenerator<Frame> {
  if (format.container === 'raw') {
    yield* pieces(speech, format)
    return
  }
  const { audio, words } = await collect(pieces(speech, format))
  yield { audio: wav(format, audio), words }
}

/** Some frames in one. */
export async function collect(
  frames: AsyncIterable<Frame>,
): Promise<Frame & { audio: Uint8Array<ArrayBuffer> }> {
  const audio: Uint8Array[] = []
  const words: WordTime[] = []
  for await (const frame of frames) {
    audio.push(frame.audio)
    words.push(...frame.words)
  }
  return { audio: Buffer.concat(audio), words }
}

async function* pieces(speech: AsyncIterable<Speech>, format: OutputFormat): AsyncGenerator<Frame> {
  const encoder = createEncoder(format)
  for await (const { pcm, words, last } of speech) {
    for (let from = 0; from < pcm.length; from += PIECE) {
      if (from > 0) await setImmediate()
      const audio = encoder.encode(pcm.subarray(from, from + PIECE))
      yield { audio, words: from === 0 ? words : [] }
    }
    if (last) yield { audio: encoder.flush(), words: [] }
  }
}
