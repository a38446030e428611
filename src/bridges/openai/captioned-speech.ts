import { type Static, Type } from '@sinclair/typebox'
import type { SpeechFormat } from '../../audio/compressed/format.ts'
import type { WordTime } from '../../engines/shared/engine.ts'
import { streamResponse, wholeResponse } from '../../tts/http-response.ts'
import type { Turn } from '../../tts/turn.ts'
import { openAiError } from './errors.ts'
import { SPOKEN_WORD, spokenWords } from './word-times.ts'

/** Audio with the times of its words, as Kokoro-FastAPI sends it. */
export const CAPTIONED_SPEECH = Type.Object(
  {
    audio: Type.String({
      contentEncoding: 'base64',
      description: 'The next bytes of the audio, or all.',
      examples: ['//OExAAAAAANIAAAAAA='],
    }),
    audio_format: Type.String({ description: 'The Content-Type of the audio.', examples: ['audio/mpeg'] }),
    timestamps: Type.Union([Type.Array(SPOKEN_WORD), Type.Null()], {
      description: 'The words whose times are reported with this audio; null when they were not asked for.',
    }),
  },
  { additionalProperties: false },
)

type CaptionedSpeech = Readonly<Static<typeof CAPTIONED_SPEECH>>

interface CaptionOptions {
  readonly format: SpeechFormat
  readonly contentType: string
  readonly hasWords: boolean
}

/** A turn as lines of JSON, each as soon as it is made. A failure after the first is a line with the error. */
export function captionedStream(turn: Turn, options: CaptionOptions): Promise<Response> {
  const encoder = new TextEncoder()
  const line = (value: object) => encoder.encode(`${JSON.stringify(value)}\n`)
  let waiting: WordTime[] = []
  return streamResponse(turn, {
    contentType: 'application/json',
    write: ({ audio, words }) => {
      waiting.push(...words)
      if (audio.length === 0) return []
      const reported = waiting
      waiting = []
      return [line(captioned(audio, reported, options))]
    },
    end: () => [],
    fail: (error) => [line(openAiError(error))],
  })
}

/** A turn as one JSON object, when it has been spoken. */
export function captionedWhole(turn: Turn, options: CaptionOptions): Promise<Response> {
  return wholeResponse(turn, (chunks) => {
    const audio = Buffer.concat(chunks.map((chunk) => chunk.audio))
    const words = chunks.flatMap((chunk) => chunk.words)
    return Response.json(captioned(audio, words, options))
  })
}

function captioned(
  audio: Uint8Array,
  words: readonly WordTime[],
  { format, contentType, hasWords }: CaptionOptions,
): CaptionedSpeech {
  return {
    audio: Buffer.from(audio).toString('base64'),
    audio_format: contentType,
    timestamps: hasWords ? spokenWords(words, format) : null,
  }
}
