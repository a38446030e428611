import { within } from '../../system/within.ts'
import type { Span } from '../../telemetry/tracing.ts'
import { retryAfterOf } from './retry-after.ts'
import { ServerFault } from './server-fault.ts'

/** Most bytes of an error that are read. */
const MOST_BYTES = 16_384
/** How long is waited for them (milliseconds). */
const TIMEOUT = 1000

/** A request to speak. */
export interface SpeechQuery {
  /** The whole URL. */
  readonly url: string
  /** The headers that the protocol requires. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** Closes the connection. */
  readonly signal: AbortSignal
  /** Undefined: it is not traced. */
  readonly trace: Span | undefined
}

/**
 * Asks a server to speak, with POST and JSON.
 *
 * @returns its answer, which is a success and has a body
 * @throws ServerFault for any other answer, with the beginning of what it says
 */
export async function ask({ url, headers, body, signal, trace }: SpeechQuery): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      ...trace?.context,
      'content-type': 'application/json',
      'accept-encoding': 'identity', // compressed audio would come late
    },
    body: JSON.stringify(body),
    signal,
    redirect: 'manual', // the key is for this server
  })
  trace?.set({ 'http.request.method': 'POST', 'http.response.status_code': response.status })
  if (response.ok && response.body !== null) return response
  const { status } = response
  const message = `answered ${status}: ${await beginningOf(response)}`
  throw ServerFault.ofStatus(status, message, retryAfterOf(response.headers))
}

/** What has come of an error in a while: what follows from it is known by its status. Empty when there is nothing. */
async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  const read = async () => {
    let length = 0
    for await (const piece of body ?? []) {
      pieces.push(piece)
      length += piece.length
      if (length >= MOST_BYTES) break
    }
  }
  await within(
    TIMEOUT,
    read().catch(() => {}),
    undefined,
  )
  return Buffer.concat(pieces).toString('utf8', 0, MOST_BYTES)
}
