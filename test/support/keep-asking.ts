import { type Heard, listen } from './listener.ts'
import { goodRequest } from './request.ts'
import type { SpeechClient } from './speech-client.ts'

const MULAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }

/** A turn that was asked for, as its client saw it. */
export interface Attempt extends Heard {
  readonly over: 'websocket' | 'http'
  /** When it was asked for (of performance.now), and how long it took (milliseconds). */
  readonly at: number
  readonly took: number
}

/**
 * Asks for one short turn after the other, in turn on a connection and as requests of their own, until it is told to stop. It
 * does not wait for their ends.
 *
 * @param socket a connection to the same server
 * @param pace milliseconds between two of them
 */
export async function keepAsking(
  server: { readonly url: string; readonly key: string },
  socket: SpeechClient,
  transcript: string,
  pace: number,
  signal: AbortSignal,
): Promise<Attempt[]> {
  const overSocket = async (context_id: string): Promise<Heard> => {
    socket.send({ ...goodRequest, transcript, output_format: MULAW, context_id })
    const frames = await socket.turn(context_id)
    const { type, error_code } = frames.at(-1)!
    const audio = frames.filter(({ type }) => type === 'chunk').length
    return { audio, isComplete: type === 'done', error: error_code as string | undefined }
  }
  const attempt = async (over: Attempt['over'], turn: () => Promise<Heard>): Promise<Attempt> => {
    const at = performance.now()
    const heard = await turn()
    return { ...heard, over, at, took: performance.now() - at }
  }
  const attempts: Promise<Attempt>[] = []
  while (!signal.aborted) {
    const isOverSocket = attempts.length % 2 === 0
    attempts.push(
      isOverSocket
        ? attempt('websocket', () => overSocket(`turn ${attempts.length}`))
        : attempt('http', () => listen('raw', server, [transcript])),
    )
    await Bun.sleep(pace)
  }
  return Promise.all(attempts)
}
