import { mediaType, samplesOf } from '../pcm-answer.ts'
import { SampleReader } from '../sample-reader.ts'
import { type ReportedWord, speechEvents } from './speech-events.ts'

/** A piece of an answer. */
export interface AnswerPiece {
  /** Samples at the server's rate, -1 to 1. */
  readonly pcm: Float32Array
  /** Words of the audio up to here whose times the server reports. */
  readonly words: readonly ReportedWord[]
}

/**
 * The audio of an answer: Server-Sent Events where its Content-Type says so, and otherwise samples (see `samplesOf`).
 *
 * @param sampleRate Hz of the server's audio
 * @returns pieces, the first of which has samples
 * @throws ServerFault when it has no such audio, or breaks off
 */
export async function* audioOf(response: Response, sampleRate: number): AsyncGenerator<AnswerPiece> {
  const reader = new SampleReader()
  let early: readonly ReportedWord[] | undefined = [] // until there is audio
  for await (const content of contentsOf(response, sampleRate)) {
    if ('words' in content) {
      if (early === undefined) yield { pcm: new Float32Array(0), words: content.words }
      else early = [...early, ...content.words]
      continue
    }
    const pcm = reader.read(content.bytes)
    if (pcm.length === 0) continue
    yield { pcm, words: early ?? [] }
    early = undefined
  }
}

async function* contentsOf(response: Response, sampleRate: number) {
  if (mediaType(response) === 'text/event-stream') yield* speechEvents(response.body!)
  else for await (const bytes of samplesOf(response, sampleRate)) yield { bytes }
}
