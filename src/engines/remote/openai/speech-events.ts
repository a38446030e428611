import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createParser } from 'eventsource-parser'
import { within } from '../../../system/within.ts'
import { audioBytes } from '../base64-audio.ts'
import { ServerFault } from '../server-fault.ts'

/** Longest event in characters: a minute of audio at 48000 Hz has 7.7 million. */
const LONGEST_EVENT = 8_000_000
/** How long to wait for the end of a response after its last event, so that the connection can be used again (milliseconds). */
const END_TIMEOUT = 200

const WORD = Type.Object({ word: Type.String(), start_time: Type.Number(), end_time: Type.Number() })
const DELTA = Type.Object({ type: Type.Literal('speech.audio.delta'), audio: Type.String() })
const WORDS = Type.Object({ type: Type.Literal('speech.audio.words'), words: Type.Array(WORD) })
const DONE = Type.Object({ type: Type.Literal('speech.audio.done') })
const EVENT = Type.Union([DELTA, WORDS, DONE])

/** A word as another Purr reports it. Times are in seconds from the start of its audio. */
export type ReportedWord = Readonly<Static<typeof WORD>>

/** What an event has: bytes of audio, or words of the audio before. */
export type EventContent = { readonly bytes: Uint8Array } | { readonly words: readonly ReportedWord[] }

/**
 * The contents of OpenAI's Server-Sent Events: `speech.audio.delta` and, from another Purr, `speech.audio.words`, until
 * `speech.audio.done`. Events of other names, comments and `[DONE]` are passed over.
 *
 * @throws ServerFault for an event that reports an error or cannot be read, and when the last event does not come
 */
export async function* speechEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<EventContent> {
  const texts: string[] = []
  let isTooLong = false
  const parser = createParser({
    onEvent: ({ data }) => texts.push(data),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
    maxBufferSize: LONGEST_EVENT,
  })
  const decoder = new TextDecoder()
  const pieces = body[Symbol.asyncIterator]()
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    parser.feed(decoder.decode(piece.value, { stream: true }))
    for (const text of texts.splice(0)) {
      const event = eventOf(text)
      if (event === undefined) continue
      if (event.type === 'speech.audio.done') return await ended(pieces)
      yield event.type === 'speech.audio.delta' ? { bytes: audioBytes(event.audio) } : { words: event.words }
    }
    if (isTooLong) throw new ServerFault('failed', `sent an event of more than ${LONGEST_EVENT} characters`)
  }
  throw new ServerFault('failed', 'ended its events without speech.audio.done')
}

/** Undefined for an event of another name. */
function eventOf(text: string): Static<typeof EVENT> | undefined {
  if (text === '[DONE]') return undefined
  const event = parsed(text)
  if (Value.Check(EVENT, event)) return event
  const type = Value.Check(Type.Object({ type: Type.String() }), event) ? event.type : undefined
  if (isError(type, event)) throw new ServerFault('failed', `reported an error: ${text}`)
  if (type === undefined || EVENT.anyOf.some(({ properties }) => properties.type.const === type))
    throw new ServerFault('failed', 'sent an event that cannot be read')
  return undefined
}

/** vLLM-Omni sends `speech.audio.error`, Purr `error`; vLLM and others an object whose only field is `error`. */
function isError(type: string | undefined, event: unknown): boolean {
  if (type === 'error' || type === 'speech.audio.error') return true
  return type === undefined && typeof event === 'object' && event !== null && 'error' in event
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServerFault('failed', 'sent an event that is not JSON', { cause })
  }
}

/** Reads what little follows the last event, for a while. All audio has come, so that a failure changes nothing. */
async function ended(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const rest = async () => {
    while (!(await pieces.next()).done);
  }
  await within(
    END_TIMEOUT,
    rest().catch(() => {}),
    undefined,
  )
}
