import {
  isObject,
  type LineEvent,
  type LineFormat,
  lineFormat,
  objectIn,
  type Protocol,
  ProtocolError,
  textsIn,
} from './protocol.ts'

/** Frames (200 ms). */
const LOOK_AHEAD = 10
/** The caller's audio, 50 messages a second. Purr does not listen, so they are not parsed. */
const MEDIA = /^\s*\{\s*"event"\s*:\s*"media"/

/** What the media streams of Twilio and Telnyx have in common. */
abstract class JsonStream implements Protocol {
  readonly lookAhead = LOOK_AHEAD

  read(message: string): LineEvent | undefined {
    if (MEDIA.test(message)) return undefined
    const { event, ...said } = objectIn(message)
    switch (event) {
      case 'start':
        return this.start(said)
      case 'mark':
        return { is: 'played', mark: textsIn(said.mark).name ?? '' }
      case 'dtmf':
        return { is: 'dtmf', digit: textsIn(said.dtmf).digit ?? '' }
      case 'stop':
        return { is: 'stop' }
      default:
        return undefined
    }
  }

  begin(): undefined {
    return undefined
  }

  media(frame: Uint8Array): string {
    return this.write('media', { media: { payload: Buffer.from(frame).toString('base64') } })
  }

  mark(name: string): string {
    return this.write('mark', { mark: { name } })
  }

  clear(): string {
    return this.write('clear', {})
  }

  hangUp(): undefined {
    return undefined
  }

  /** @throws ProtocolError */
  protected abstract start(said: Readonly<Record<string, unknown>>): LineEvent
  protected abstract write(event: string, fields: object): string
}

/** Twilio Media Streams, bidirectional (`<Connect><Stream>`): µ-law at 8000 Hz only. */
export class TwilioStream extends JsonStream {
  #streamSid = ''

  protected start({ start, streamSid }: Readonly<Record<string, unknown>>): LineEvent {
    const { callSid, streamSid: sameSid } = textsIn(start)
    const sid = typeof streamSid === 'string' ? streamSid : sameSid
    if (!sid || !callSid) throw new ProtocolError('start has no streamSid or no callSid.')
    this.#streamSid = sid
    const parameters = textsIn((start as { customParameters?: unknown }).customParameters)
    return { is: 'start', start: { callId: callSid, parameters, format: lineFormat('pcm_mulaw', 8000) } }
  }

  protected write(event: string, fields: object): string {
    return JSON.stringify({ event, streamSid: this.#streamSid, ...fields })
  }
}

/** Telnyx media streaming with `stream_bidirectional_mode` `rtp`: PCMU or PCMA at 8000 Hz. */
export class TelnyxStream extends JsonStream {
  protected start({ start }: Readonly<Record<string, unknown>>): LineEvent {
    const { call_control_id: callId } = textsIn(start)
    if (!callId || !isObject(start)) throw new ProtocolError('start has no call_control_id.')
    const format = telnyxFormat(start.media_format)
    return { is: 'start', start: { callId, parameters: parametersIn(start.custom_parameters), format } }
  }

  protected write(event: string, fields: object): string {
    return JSON.stringify({ event, ...fields })
  }
}

/** Telnyx documents a list of names and values. An object is taken too: which of them is sent was never seen. */
function parametersIn(parameters: unknown): Record<string, string> {
  if (!Array.isArray(parameters)) return textsIn(parameters)
  const pairs = parameters.map(textsIn).filter(({ name }) => name !== undefined)
  return Object.fromEntries(pairs.map(({ name, value = '' }) => [name, value]))
}

/** @throws ProtocolError */
function telnyxFormat(format: unknown): LineFormat {
  const { encoding, sample_rate } = isObject(format) ? format : {}
  if (sample_rate === 8000 && encoding === 'PCMU') return lineFormat('pcm_mulaw', 8000)
  if (sample_rate === 8000 && encoding === 'PCMA') return lineFormat('pcm_alaw', 8000)
  throw new ProtocolError('media_format is not supported: set stream_codec to PCMU or PCMA.')
}
