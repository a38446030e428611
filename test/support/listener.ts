import { goodRequest, post } from './request.ts'
import { type AnyFrame, audioOf, SpeechClient } from './speech-client.ts'

/** The transports of a text. In `dictation` it is sent part by part, and each part has its own charge. */
export const TRANSPORTS = ['wav', 'raw', 'sse', 'websocket', 'dictation'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** The result of a turn, as the client sees it. */
export interface Heard {
  /** Bytes of audio received, as sent on the wire. */
  readonly audio: number
  /** Whether the turn ended normally. */
  readonly isComplete: boolean
  /** The error code if it was refused or cut short. */
  readonly error: string | undefined
}

const WAV_HEADER = 44
const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }

/**
 * Has a text spoken. Transports that send it whole join its parts. On a failure, it reports what was received until
 * then.
 *
 * @param fields other fields of the request than those of `goodRequest`
 */
export async function listen(
  transport: Transport,
  { url, key }: { readonly url: string; readonly key: string },
  parts: readonly string[],
  fields: object = {},
): Promise<Heard> {
  const request = { ...goodRequest, ...fields }
  if (transport === 'websocket') return overWebSocket(url, key, [parts.join('')], request)
  if (transport === 'dictation') return overWebSocket(url, key, parts, request)
  return overHttp(transport, url, key, { ...request, transcript: parts.join('') })
}

async function overHttp(
  transport: 'wav' | 'raw' | 'sse',
  url: string,
  key: string,
  request: object,
): Promise<Heard> {
  const body = transport === 'wav' ? request : { ...request, output_format: RAW }
  const parts: Uint8Array[] = []
  let isWhole = false
  let isRefused = false
  try {
    const answer = await post(`${url}/tts/${transport === 'sse' ? 'sse' : 'bytes'}`, key, body)
    isRefused = !answer.ok
    for await (const part of answer.body!) parts.push(part)
    isWhole = true
  } catch {
    // The server is gone.
  }
  const received = Buffer.concat(parts)
  if (isRefused) return { audio: 0, isComplete: false, error: isWhole ? codeIn(received) : undefined }
  if (transport === 'sse') return heardIn(events(received))
  const audio = transport === 'wav' ? Math.max(0, received.length - WAV_HEADER) : received.length
  return { audio, isComplete: isWhole, error: undefined }
}

async function overWebSocket(
  url: string,
  key: string,
  parts: readonly string[],
  request: object,
): Promise<Heard> {
  let client: SpeechClient
  try {
    client = await SpeechClient.connect(url, key)
  } catch {
    return heardIn([]) // the server is gone, or has refused the handshake
  }
  for (const [index, transcript] of parts.entries()) {
    const isLast = index === parts.length - 1
    client.send({ ...request, transcript, output_format: RAW, context_id: 'turn', continue: !isLast })
  }
  await client.until(() => client.closed !== undefined || client.frames.some(({ done }) => done === true))
  client.close()
  return heardIn(client.frames)
}

function codeIn(body: Buffer): string {
  return JSON.parse(body.toString()).error
}

/** The frames in an event stream, without an incomplete last one. */
function events(stream: Buffer): AnyFrame[] {
  const whole = stream.toString().split('\n\n').slice(0, -1)
  return whole.map((event) => JSON.parse(event.slice('data: '.length)))
}

function heardIn(frames: readonly AnyFrame[]): Heard {
  return {
    audio: audioOf(frames).length,
    isComplete: frames.some(({ type }) => type === 'done'),
    error: frames.find(({ type }) => type === 'error')?.error_code as string | undefined,
  }
}
