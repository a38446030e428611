import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { offline, refused } from '../../api.ts'
import { piecesOf } from '../../pieces.ts'

/** A connection that has brought nothing for this long is lost (milliseconds). */
const SILENCE = 5000

/**
 * The snapshots of the server, as they come. It ends when the server ends it.
 *
 * @throws ApiError if it is refused, nothing comes any more, or the server is away
 */
export async function* liveStream(signal: AbortSignal): AsyncGenerator<Snapshot> {
  const silent = new AbortController()
  const lost = () => silent.abort(offline())
  let timer = setTimeout(lost, SILENCE)
  try {
    for await (const snapshot of snapshots(AbortSignal.any([signal, silent.signal]))) {
      clearTimeout(timer)
      timer = setTimeout(lost, SILENCE)
      yield snapshot
    }
  } catch (cause) {
    throw cause instanceof TypeError ? offline(cause) : cause // which fetch and its stream throw when the network fails
  } finally {
    clearTimeout(timer)
  }
}

async function* snapshots(signal: AbortSignal): AsyncGenerator<Snapshot> {
  const answer = await fetch('/management/live', { credentials: 'same-origin', signal })
  if (!answer.ok || answer.body === null) {
    throw refused(answer.status, await answer.json().catch(() => undefined))
  }
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of piecesOf(events)) yield JSON.parse(data)
}
