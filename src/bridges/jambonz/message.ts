import { BODY_LIMIT, parseJson } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import type { Message } from '../../http/sockets/socket.ts'

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
        throw new ServiceError('missing_transcript', 'text is missing or not a string.', {
          detail: 'Send {"type": "stream", "text": "…"}.',
        })
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
