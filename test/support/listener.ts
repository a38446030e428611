import { goodRequest, post } from './request.ts'
import { type AnyFrame, audioOf, SpeechClient } from './speech-client.ts'

/** The ways to have a text spoken; by dictation its parts come one by one, each with a charge of its own. */
export const TRANSPORTS = ['wav', 'raw', 'sse', 'websocket', 'dictation'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** What came of a turn, as its client knows it. */
export interface Heard {
  /** Bytes of audio, as they are on the wire. */
  readonly audio: number
  /** True when the turn came to its end in good order. */
  readonly isComplete: boolean
  /** The code with which it was refused or broken off. */
  readonly error: string | undefined
}

const WAV_HEADER = 44
const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }

/** Has a text spoken, whose parts are joined where it is sent whole. Whatever fails, what was heard until then is told. */
export async function listen(
  transport: Transport,
  { url, key }: { readonly url: string; readonly key: string },
  parts: readonly string[],
): Promise<Heard> {
  if (transport === 'websocket') return overWebSocket(url, key, [parts.join('')])
  if (transport === 'dictation') return overWebSocket(url, key, parts)
  return overHttp(transport, url, key, parts.join(''))
}

async function overHttp(
  transport: 'wav' | 'raw' | 'sse',
  url: string,
  key: string,
  transcript: string,
): Promise<Heard> {
  const body = transport === 'wav' ? goodRequest : { ...goodRequest, output_format: RAW }
  const parts: Uint8Array[] = []
  let isWhole = false
  let isRefused = false
  try {
    const answer = await post(`${url}/tts/${transport === 'sse' ? 'sse' : 'bytes'}`, key, {
      ...body,
      transcript,
    })
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

async function overWebSocket(url: string, key: string, parts: readonly string[]): Promise<Heard> {
  let client: SpeechClient
  try {
    client = await SpeechClient.connect(url, key)
  } catch {
    return heardIn([]) // the server is gone, or has refused the handshake
  }
  for (const [index, transcript] of parts.entries()) {
    const isLast = index === parts.length - 1
    client.send({ ...goodRequest, transcript, output_format: RAW, context_id: 'turn', continue: !isLast })
  }
  await client.until(() => client.closed !== undefined || client.frames.some(({ done }) => done === true))
  client.close()
  return heardIn(client.frames)
}

function codeIn(body: Buffer): string {
  return JSON.parse(body.toString()).error
}

/** The frames in a stream of events, without the one in whose midst it broke off. */
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
