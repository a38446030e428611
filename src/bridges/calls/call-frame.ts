import { type Static, Type } from '@sinclair/typebox'
import { BODY_LIMIT, parseJson } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import { checker, REFUSAL } from '../../http/schema.ts'
import { CONTEXT_ID_FIELD } from '../../tts/context-id.ts'
import { oversizedFrame } from '../../tts/oversized-frame.ts'
import { READING, type Reading, readingOf, TRANSCRIPT } from '../../tts/speech-request.ts'
import type { TextEvent } from '../../tts/transcript-buffer.ts'

const CONTEXT_ID = {
  ...CONTEXT_ID_FIELD,
  description: 'Names the utterance in the events of the call; made up when it is left out.',
}

/** The body of POST /calls/{id}/say. */
export const SAY_REQUEST = Type.Object({
  transcript: TRANSCRIPT,
  voice: Type.Optional(
    Type.String({
      description: "The id or the name of a voice; the call's own when it is left out.",
      examples: ['Kathleen'],
      minLength: 1,
      [REFUSAL]: () =>
        new ServiceError('missing_voice', 'voice is not the id or the name of a voice.', {
          detail: 'GET /voices lists them.',
        }),
    }),
  ),
  ...READING,
  context_id: CONTEXT_ID,
})

/** What every frame of /calls/{id}/events may have besides its text. */
const CONTROLS = Type.Object({
  context_id: CONTEXT_ID,
  continue: Type.Optional(Type.Boolean({ description: 'More text of the utterance follows.' })),
  flush: Type.Optional(Type.Boolean({ description: 'Say all text that has come now.' })),
  cancel: Type.Optional(
    Type.Boolean({ description: 'Drop what is being said, and what waits, on the whole call.' }),
  ),
})

/** The schemas of the messages of a program, by their names. */
export const CALL_FRAMES = {
  text: Type.Object(
    { ...SAY_REQUEST.properties, ...CONTROLS.properties },
    { description: 'Begins an utterance, or adds text to it. Its first frame names the voice.' },
  ),
  control: Type.Object(
    {
      ...CONTROLS.properties,
      transcript: Type.Optional(
        Type.String({ description: 'Empty or only white space.', pattern: '^\\s*$' }),
      ),
    },
    {
      description:
        'A frame without words: it ends the text of an utterance, flushes it with continue and flush, or silences the call with cancel.',
      examples: [{ cancel: true }],
    },
  ),
}

const checkControls = checker(CONTROLS)
const checkTranscript = checker(TRANSCRIPT)
const checkSay = checker(SAY_REQUEST)

/** Text for a call, checked. */
export interface CallFrame {
  readonly contextId: string
  readonly text: TextEvent
  /** Whether all text up to this is to be spoken now. */
  readonly isFlush: boolean
  readonly voice: string | undefined
  readonly reading: Reading
}

/** What a program's message asks for, and whether it is the last one for its context. */
export type Request =
  | {
      readonly is: 'text'
      readonly contextId: string
      readonly isLast: boolean
      readonly frame: CallFrame
    }
  | { readonly is: 'cancel' }
  | {
      readonly is: 'bad'
      readonly contextId: string | null
      readonly isLast: boolean
      readonly error: ServiceError
    }

/** A whole text as a frame. */
export function frameOf(body: Static<typeof SAY_REQUEST>): CallFrame {
  return {
    contextId: body.context_id || crypto.randomUUID(),
    text: { transcript: body.transcript, isLast: true, maxDelay: undefined },
    isFlush: false,
    voice: body.voice,
    reading: readingOf(body),
  }
}

/** Reads a message. If something is wrong with it, the request says what. */
export function readRequest(message: string | Uint8Array): Request {
  let contextId: string | null = null
  let isLast = true
  try {
    if (typeof message !== 'string') throw isBinary()
    if (Buffer.byteLength(message) > BODY_LIMIT) {
      const { continues, ...refused } = oversizedFrame(message)
      return { is: 'bad', isLast: !continues, ...refused }
    }
    const body = parseJson(message, 'frame')
    const controls = checkControls(body)
    if (controls.cancel) return { is: 'cancel' }
    contextId = controls.context_id || crypto.randomUUID()
    isLast = !controls.continue
    return { is: 'text', contextId, isLast, frame: textOf(body, controls, contextId) }
  } catch (error) {
    return { is: 'bad', contextId, isLast, error: error as ServiceError }
  }
}

/** @throws ServiceError for the first field that is wrong */
function textOf(
  body: Readonly<Record<string, unknown>>,
  { continue: goesOn = false, flush = false }: Static<typeof CONTROLS>,
  contextId: string,
): CallFrame {
  const { transcript } = body
  if (typeof transcript !== 'string') checkTranscript(transcript)
  const text = { transcript: transcript as string, isLast: !goesOn, maxDelay: undefined }
  const isWordless = text.transcript.trim() === ''
  const said: Partial<Static<typeof SAY_REQUEST>> = isWordless ? {} : checkSay(body)
  return { contextId, text, isFlush: flush, voice: said.voice, reading: readingOf(said) }
}

function isBinary(): ServiceError {
  return new ServiceError('invalid_json', 'The frame is binary.', {
    detail: 'Send JSON objects as text frames.',
  })
}
