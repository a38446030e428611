import {
  type LineEvent,
  type LineFormat,
  lineFormat,
  objectIn,
  type Protocol,
  ProtocolError,
  textsIn,
} from './protocol.ts'

/** Frames (2 s): Asterisk plays them in its own time, and its queue has room for 900. */
const LOOK_AHEAD = 100

/** The codecs of Asterisk that are plain samples. */
const FORMATS: ReadonlyMap<string, LineFormat> = new Map([
  ['ulaw', lineFormat('pcm_mulaw', 8000)],
  ['alaw', lineFormat('pcm_alaw', 8000)],
  ['slin', lineFormat('pcm_s16le', 8000)],
  ['slin16', lineFormat('pcm_s16le', 16_000)],
])

/**
 * Asterisk's chan_websocket: audio in binary messages, control in text messages. These are lines of words or JSON, as
 * Asterisk is configured. Purr writes what Asterisk writes.
 */
export class AsteriskStream implements Protocol {
  readonly lookAhead = LOOK_AHEAD
  #isJson = false

  read(message: string): LineEvent | undefined {
    this.#isJson = message.trimStart().startsWith('{')
    const { event, ...said } = this.#isJson ? objectIn(message) : wordsIn(message)
    switch (event) {
      case 'MEDIA_START':
        return startOf(said)
      case 'MEDIA_BUFFERING_COMPLETED':
        return { is: 'played', mark: textsIn(said).correlation_id ?? '' }
      case 'DTMF_END':
        return { is: 'dtmf', digit: textsIn(said).digit ?? '' }
      case 'MEDIA_XOFF':
        return { is: 'full' }
      case 'MEDIA_XON':
        return { is: 'ready' }
      default:
        return undefined
    }
  }

  begin(): string {
    return this.#command('START_MEDIA_BUFFERING')
  }

  media(frame: Uint8Array): Uint8Array {
    return frame
  }

  /** Asterisk reports when it has played the last frame before this. */
  mark(name: string): string {
    return this.#command('STOP_MEDIA_BUFFERING', name)
  }

  clear(): string {
    return this.#command('FLUSH_MEDIA')
  }

  hangUp(): string {
    return this.#command('HANGUP')
  }

  /** Asterisk drops a command of more than 128 bytes. */
  #command(command: string, correlation_id?: string): string {
    if (this.#isJson) return JSON.stringify({ command, correlation_id })
    return correlation_id === undefined ? command : `${command} ${correlation_id}`
  }
}

/** A line of words, such as `DTMF_END digit:5`; the one word after MEDIA_BUFFERING_COMPLETED has no name. */
function wordsIn(message: string): Readonly<Record<string, string>> {
  const [event = '', ...words] = message.trim().split(/\s+/)
  const fields: Record<string, string> = {}
  for (const word of words) {
    const colon = word.indexOf(':')
    if (colon > 0) fields[word.slice(0, colon)] = word.slice(colon + 1)
    else fields.correlation_id = word
  }
  return { ...fields, event }
}

/** @throws ProtocolError */
function startOf(said: Readonly<Record<string, unknown>>): LineEvent {
  const { connection_id: callId, format: codec = '' } = textsIn(said)
  const format = FORMATS.get(codec)
  if (!callId) throw new ProtocolError('MEDIA_START has no connection_id.')
  if (format === undefined)
    throw new ProtocolError('The codec is not supported: dial with c(ulaw), c(alaw), c(slin) or c(slin16).')
  if (Number(said.optimal_frame_size) !== format.bytes)
    throw new ProtocolError(`optimal_frame_size is not ${format.bytes}: dial with frames of 20 ms.`)
  return { is: 'start', start: { callId, parameters: {}, format } }
}
