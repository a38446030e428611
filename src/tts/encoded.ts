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

/**
 * Speech in the requested format: piece by piece as it comes, or one whole file where the container needs the true
 * length in its header, as telephone switches and many players do.
 */
export async function* encoded(speech: AsyncIterable<Speech>, format: OutputFormat): AsyncGenerator<Frame> {
  if (format.container === 'raw') {
    yield* pieces(speech, format)
    return
  }
  const audio: Uint8Array[] = []
  const words: WordTime[] = []
  for await (const piece of pieces(speech, format)) {
    audio.push(piece.audio)
    words.push(...piece.words)
  }
  yield { audio: wav(format, Buffer.concat(audio)), words }
}

async function* pieces(speech: AsyncIterable<Speech>, format: OutputFormat): AsyncGenerator<Frame> {
  const encoder = createEncoder(format)
  for await (const { pcm, words, last } of speech) {
    const audio = encoder.encode(pcm)
    const tail = last ? encoder.flush() : new Uint8Array(0)
    yield { audio: tail.length === 0 ? audio : Buffer.concat([audio, tail]), words }
  }
}
