import { type Static, Type } from '@sinclair/typebox'
import { BODY_LIMIT, parseJson } from '../../http/body.ts'
import { ERROR_CODES, ServiceError } from '../../http/errors.ts'
import { oneOf } from '../../http/schema.ts'
import type { Message } from '../../http/sockets/socket.ts'

/** What jambonz sends, by the type of the message. Messages of other types are ignored. */
export const SENT_MESSAGES = {
  stream: Type.Object(
    {
      type: Type.Literal('stream'),
      text: Type.String({
        description: 'It goes on where the text before ended.',
        examples: ['Hello there.'],
      }),
    },
    { description: 'Text to speak.' },
  ),
  flush: Type.Object({ type: Type.Literal('flush') }, { description: 'The turn has all its text.' }),
  stop: Type.Object(
    { type: Type.Literal('stop') },
    { description: 'The caller has interrupted: all text so far is dropped.' },
  ),
  clear: Type.Object({ type: Type.Literal('clear') }, { description: 'The same in some versions.' }),
}

const CONNECT = Type.Object(
  {
    type: Type.Literal('connect'),
    data: Type.Object({
      sample_rate: Type.Integer({ description: 'Hz.', examples: [8000] }),
      base64_encoding: Type.Literal(false),
    }),
  },
  { description: 'The first message: how the audio will come.', additionalProperties: false },
)

const NO_TEXT = 'text is missing or not a string.'
const NO_TEXT_ADVICE = 'Send {"type": "stream", "text": "…"}.'

const ERROR = Type.Object(
  {
    type: Type.Literal('error'),
    error: Type.String({
      description: 'The code and the message.',
      examples: [`missing_transcript: ${NO_TEXT} ${NO_TEXT_ADVICE}`],
    }),
    error_code: oneOf(ERROR_CODES, { description: 'The code.', examples: ['missing_transcript'] }),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Seconds after which to try again.' }),
    ),
  },
  {
    description: 'A turn has failed, or a message was refused. The stream goes on.',
    additionalProperties: false,
  },
)

/** What jambonz is sent. */
export const RECEIVED_MESSAGES = {
  connect: CONNECT,
  audio: Type.String({
    contentMediaType: 'application/octet-stream',
    description: 'A binary message: 16-bit samples, low byte first.',
  }),
  error: ERROR,
}

/** A message to jambonz besides audio. */
export type OutgoingMessage = Static<typeof CONNECT> | Static<typeof ERROR>

/**
 * What jambonz asks for.
 *
 * - say: speak this text
 * - flush: the utterance has all its text
 * - stop: the caller has interrupted; drop all text so far
 * - nothing: a message without a meaning here, such as one that keeps the connection alive
 */
export type Order =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'flush' | 'stop' | 'nothing' }

/**
 * Reads a message of jambonz. Fields other than `type` and `text` are ignored, and so are messages of other types.
 *
 * @throws ServiceError invalid_json, payload_too_large, missing_transcript
 */
export function readOrder(message: Message): Order {
  if (typeof message !== 'string') throw wrong('The message is binary.')
  if (Buffer.byteLength(message) > BODY_LIMIT) {
    throw new ServiceError('payload_too_large', `The message is larger than ${BODY_LIMIT} bytes.`, {
      detail: 'Split the text across several messages.',
    })
  }
  const { type, text } = parseJson(message, 'message')
  if (typeof type !== 'string') throw wrong('The message has no type.')
  switch (type) {
    case 'stream':
      if (typeof text !== 'string') {
        throw new ServiceError('missing_transcript', NO_TEXT, { detail: NO_TEXT_ADVICE })
      }
      return { kind: 'say', text }
    case 'flush':
      return { kind: 'flush' }
    case 'stop':
    case 'clear': // some versions send it for an interruption
      return { kind: 'stop' }
    default:
      return { kind: 'nothing' }
  }
}

function wrong(message: string): ServiceError {
  return new ServiceError('invalid_json', message, {
    detail: 'Send JSON objects as text, with a type: "stream", "flush" or "stop".',
  })
}
