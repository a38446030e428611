import { type Static, Type } from '@sinclair/typebox'
import type { SpeechFormat } from '../../audio/compressed/format.ts'
import { streamResponse } from '../../tts/http-response.ts'
import type { Turn, TurnChunk } from '../../tts/turn.ts'
import { OPENAI_ERROR_BODY, openAiError } from './errors.ts'
import { SPOKEN_WORD, spokenWords } from './word-times.ts'

const DELTA = Type.Object({
  type: Type.Literal('speech.audio.delta'),
  audio: Type.String({
    contentEncoding: 'base64',
    description: 'The next bytes of the audio.',
    examples: ['EgAXABsAHwAiACUAJwAoAA=='],
  }),
})

const WORDS = Type.Object({
  type: Type.Literal('speech.audio.words'),
  words: Type.Array(SPOKEN_WORD, { description: "Words of the audio before. This event is not OpenAI's." }),
})

const TOKENS = Type.Integer({ minimum: 0 })

const DONE = Type.Object({
  type: Type.Literal('speech.audio.done'),
  usage: Type.Object(
    { input_tokens: TOKENS, output_tokens: TOKENS, total_tokens: TOKENS },
    { description: 'The credits of the request, as tokens of the input.' },
  ),
})

const ERROR = Type.Object({ type: Type.Literal('error'), ...OPENAI_ERROR_BODY.properties })

/** The events of a stream, `speech.audio.done` or `error` last. */
export const SPEECH_EVENT = Type.Union([DELTA, WORDS, DONE, ERROR])

type SpeechEvent = Readonly<Static<typeof SPEECH_EVENT>>

interface EventOptions {
  readonly format: SpeechFormat
  readonly hasWords: boolean
  /** What the turn costs. */
  readonly credits: number
}

/** A turn as OpenAI's Server-Sent Events. */
export function eventsResponse(turn: Turn, { format, hasWords, credits }: EventOptions): Promise<Response> {
  const encoder = new TextEncoder()
  const event = (it: SpeechEvent) => encoder.encode(`data: ${JSON.stringify(it)}\n\n`)
  return streamResponse(turn, {
    contentType: 'text/event-stream',
    write: (chunk) => eventsOf(chunk, hasWords, format).map(event),
    end: () => [event(done(credits))],
    fail: (error) => [event({ type: 'error', ...openAiError(error) })],
  })
}

function eventsOf({ audio, words }: TurnChunk, hasWords: boolean, format: SpeechFormat): SpeechEvent[] {
  const events: SpeechEvent[] = []
  if (audio.length > 0)
    events.push({ type: 'speech.audio.delta', audio: Buffer.from(audio).toString('base64') })
  if (hasWords && words.length > 0)
    events.push({ type: 'speech.audio.words', words: spokenWords(words, format) })
  return events
}

function done(credits: number): SpeechEvent {
  const usage = { input_tokens: credits, output_tokens: 0, total_tokens: credits }
  return { type: 'speech.audio.done', usage }
}
