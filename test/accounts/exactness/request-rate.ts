import { RATE_WINDOW } from '../../../src/accounts/request-rate.ts'
import type { Member } from '../../support/member.ts'
import { post } from '../../support/request.ts'
import { fewestWithin, mostWithin, type Span } from './spans.ts'

/** How exactly the requests per minute are held. */
export interface RateFigures {
  readonly admitted: number
  readonly refused: number
  /** The most admitted requests that lie wholly in any 60 s, and in any 59 s. */
  readonly mostIn60: number
  readonly mostIn59: number
  /** The fewest in any 60 s of those in which there were always too many. */
  readonly fewest: number
}

/** Every so many of the requests is a WebSocket's handshake. */
const HANDSHAKE = 10
/** Milliseconds between a client's requests, on average. */
const PAUSE = 500

/**
 * Clients that ask for more than their organization may: for the first minute so many as are allowed, evenly, so that
 * room comes back evenly later on; then all as fast as they care to. Most requests have a body that is refused.
 *
 * @param limit requests that may start in 60 s
 * @param seconds for which there are too many
 */
export async function measureRequestRate(
  urls: readonly string[],
  { key }: Member,
  clients: number,
  limit: number,
  seconds: number,
): Promise<RateFigures> {
  const admitted: Span[] = []
  let refused = 0
  const ask = async (number: number) => {
    const url = urls[number % urls.length]!
    const from = performance.now()
    const isHandshake = number % HANDSHAKE === 0
    const status = isHandshake ? await handshake(url, key) : (await post(`${url}/tts/bytes`, key, '{')).status
    if (status === 429) refused++
    else if (status === (isHandshake ? 101 : 400)) admitted.push({ from, to: performance.now() })
    else throw new Error(`a request was answered with ${status}`)
  }

  const start = performance.now()
  const first: Promise<void>[] = []
  for (let number = 0; number < limit; number++) {
    await Bun.sleep(start + (number * RATE_WINDOW * 1000) / limit - performance.now())
    first.push(ask(number))
  }
  await Promise.all(first)
  const from = performance.now()
  const to = from + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let number = client; performance.now() < to; number += clients + 1) {
        await ask(number)
        await Bun.sleep(2 * PAUSE * Math.random())
      }
    }),
  )
  return {
    admitted: admitted.length,
    refused,
    mostIn60: mostWithin(admitted, RATE_WINDOW * 1000),
    mostIn59: mostWithin(admitted, (RATE_WINDOW - 1) * 1000),
    // The clients begin within a second.
    fewest: fewestWithin(admitted, RATE_WINDOW * 1000, { from: from + 1000, to }),
  }
}

/** The status with which a WebSocket's handshake is answered. */
async function handshake(url: string, key: string): Promise<number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/tts/websocket?api_key=${key}`)
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.onopen = () => resolve(true)
    socket.onerror = () => resolve(false)
  })
  socket.close()
  return isOpen ? 101 : 429
}
