import type { Encoding, OutputFormat } from '../../audio/output-format.ts'
import { withoutMark } from '../../http/body.ts'
import { FRAME_TIME } from './metronome.ts'
import type { FrameFormat } from './paced-line.ts'

/** What a telephone system says on a media stream. */
export type LineEvent =
  | { readonly is: 'start'; readonly start: StreamStart }
  /** Everything up to the mark has been played. */
  | { readonly is: 'played'; readonly mark: string }
  | { readonly is: 'dtmf'; readonly digit: string }
  /** The other side has no room for more audio, or has it again. */
  | { readonly is: 'full' }
  | { readonly is: 'ready' }
  | { readonly is: 'stop' }

/** How a media stream begins. */
export interface StreamStart {
  /** What the telephone system calls the call. */
  readonly callId: string
  /** What the stream was configured with. */
  readonly parameters: Readonly<Record<string, string>>
  readonly format: LineFormat
}

/** The audio that a line takes. */
export interface LineFormat extends FrameFormat {
  readonly output: OutputFormat
}

/** The messages of one telephone system's media streams. An instance serves one stream. */
export interface Protocol {
  /** Frames that are sent before they are due. */
  readonly lookAhead: number
  /**
   * Reads a message. Undefined if Purr has no use for it.
   *
   * @throws ProtocolError
   */
  read(message: string): LineEvent | undefined
  /** The message before the first frame of an utterance, if there is one. */
  begin(): string | undefined
  media(frame: Uint8Array): string | Uint8Array
  mark(name: string): string
  clear(): string
  /** The message that ends the call. Undefined if the protocol has none. */
  hangUp(): string | undefined
}

/** A message that does not follow the protocol. The text says what is wrong. It fits in the reason of a close (123 bytes). */
export class ProtocolError extends Error {}

/** The byte that silence consists of. */
const SILENCE: Readonly<Record<Encoding, number>> = { pcm_mulaw: 0xff, pcm_alaw: 0xd5, pcm_s16le: 0 }

/** The format of a line with an encoding. */
export function lineFormat(encoding: Encoding, sampleRate: 8000 | 16_000): LineFormat {
  const width = encoding === 'pcm_s16le' ? 2 : 1
  return {
    output: { container: 'raw', encoding, sampleRate },
    bytes: (sampleRate * width * FRAME_TIME) / 1000,
    silence: SILENCE[encoding],
  }
}

/**
 * The JSON object in a message. A byte order mark before it is skipped.
 *
 * @throws ProtocolError when there is none
 */
export function objectIn(message: string): Readonly<Record<string, unknown>> {
  const value = parsed(message)
  if (!isObject(value)) throw new ProtocolError('A message is not a JSON object.')
  return value
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(withoutMark(message))
  } catch {
    throw new ProtocolError('A message is not JSON.')
  }
}

/** Whether a value is an object, not an array or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The texts in an object. */
export function textsIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const texts = Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string')
  return Object.fromEntries(texts)
}
