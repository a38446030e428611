import { Type } from '@sinclair/typebox'
import { ERROR_CODES } from '../http/errors.ts'
import { oneOf } from '../http/schema.ts'

/** The turn that a frame is of. */
const CONTEXT_ID = Type.String({ description: 'The turn that the frame is of.' })

const FLUSH_ID = Type.Integer({
  minimum: 0,
  description: 'The flush that comes next; from the first one on.',
})

const SECONDS = Type.Array(Type.Number({ minimum: 0 }), {
  description: 'Seconds from the start of the turn.',
})

/** What is in every frame of a turn that goes on. */
const GOING_ON = { done: Type.Literal(false), status_code: Type.Literal(206), context_id: CONTEXT_ID }

const CHUNK = Type.Object(
  {
    type: Type.Literal('chunk'),
    data: Type.String({ contentEncoding: 'base64', description: 'Whole samples.' }),
    step_time: Type.Number({ minimum: 0, description: 'Milliseconds that it took to make.' }),
    flush_id: Type.Optional(FLUSH_ID),
    ...GOING_ON,
  },
  { description: 'A piece of audio.', additionalProperties: false },
)

const TIMESTAMPS = Type.Object(
  {
    type: Type.Literal('timestamps'),
    flush_id: Type.Optional(FLUSH_ID),
    word_timestamps: Type.Object({ words: Type.Array(Type.String()), start: SECONDS, end: SECONDS }),
    ...GOING_ON,
  },
  { description: 'When the words of the chunk before are spoken.', additionalProperties: false },
)

const FLUSH_DONE = Type.Object(
  {
    type: Type.Literal('flush_done'),
    flush_done: Type.Literal(true),
    flush_id: Type.Integer({ minimum: 0, description: 'The flush, counted from 0.' }),
    ...GOING_ON,
  },
  { description: 'All text before a flush has been spoken.', additionalProperties: false },
)

const DONE = Type.Object(
  {
    type: Type.Literal('done'),
    done: Type.Literal(true),
    status_code: Type.Literal(200),
    context_id: CONTEXT_ID,
  },
  { description: 'The turn is spoken.', additionalProperties: false },
)

const ERROR = Type.Object(
  {
    type: Type.Literal('error'),
    done: Type.Literal(true),
    error: Type.String({ description: 'The code and the message.' }),
    error_code: oneOf(ERROR_CODES, { description: 'The code.' }),
    title: oneOf(ERROR_CODES, { description: 'The code again.' }),
    message: Type.String({ description: 'What is wrong and what to do about it.' }),
    status_code: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status of the code.' }),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Seconds after which to try again.' }),
    ),
    context_id: Type.Union([CONTEXT_ID, Type.Null()], {
      description: "The turn that has failed; null when the client's frame could not be read.",
    }),
  },
  { description: 'The turn has failed, or a frame was refused.', additionalProperties: false },
)

/** The frames that a stream is made of. */
export const SERVER_FRAME = Type.Union([CHUNK, TIMESTAMPS, FLUSH_DONE, DONE, ERROR])
