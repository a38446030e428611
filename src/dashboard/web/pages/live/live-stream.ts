import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { ApiError, refused } from '../../api.ts'
import { piecesOf } from '../../pieces.ts'

/** A connection that has brought nothing for this long is lost (milliseconds). */
const SILENCE = 5000

/**
 * The snapshots of the server, as they come. It ends when the server ends it.
 *
 * @throws ApiError if it is refused, or nothing comes any more; TypeError if the server is away
 */
export async function* liveStream(signal: AbortSignal): AsyncGenerator<Snapshot> {
  const silent = new AbortController()
  const lost = () => silent.abort(new ApiError(0, 'offline', 'The server does not answer.'))
  let timer = setTimeout(lost, SILENCE)
  try {
    for await (const snapshot of snapshots(AbortSignal.any([signal, silent.signal]))) {
      clearTimeout(timer)
      timer = setTimeout(lost, SILENCE)
      yield snapshot
    }
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
