import { kindOfStatus, ServerFault } from '../server-fault.ts'
import { ConnectionLost } from './connection.ts'
import type { Connections, Place } from './connections.ts'
import type { ErrorFrame, Frame } from './frames.ts'
import { Sender, type TurnRequest } from './sender.ts'

/** A connection that is lost so soon after the one before did not stand idle (milliseconds). */
const LEAST_IDLE = 10_000

/** What has come of a turn. */
export interface Received {
  readonly frame: Frame
  /** Whether it is the first of its context: times count from there. */
  readonly isFirst: boolean
  /** Whether nothing after it has come yet. */
  readonly isLatest: boolean
}

/**
 * Sends the text of a turn as it comes, and yields what comes back. The turn goes on in another context when the upstream
 * server ends one before all text was sent: Cartesia does so a second after the last audio. A connection that stood idle and
 * turns out to be dead is replaced by a new one, but not two in a row within 10 s.
 *
 * @throws ServerFault
 */
export async function* converse(connections: Connections, request: TurnRequest): AsyncGenerator<Received> {
  const sender = new Sender(request)
  let isReplaced = false
  let lostAt = 0
  try {
    while (true) {
      const begun = performance.now()
      const place = await connections.begin(lostAt)
      let isFirst = true
      try {
        for await (const frame of framesOf(place, sender, request.signal)) {
          const isLatest = place.context.received.weight === 0
          yield { frame, isFirst, isLatest }
          isFirst = false
          isReplaced = false
        }
        for (let left = sender.takeFlushes(); left > 0; left--)
          yield { frame: { type: 'flush_done' }, isFirst: false, isLatest: true }
        if (sender.isOver) return
      } catch (error) {
        const wasIdle = isFirst && (place.opened < begun || !sender.hasBegun)
        if (!(error instanceof ConnectionLost) || !wasIdle) throw error
        if (isReplaced && error.at - lostAt < LEAST_IDLE) throw error
        isReplaced = true
        lostAt = error.at
      }
    }
  } finally {
    sender.stop()
  }
}

/** The frames of a context up to its end. */
async function* framesOf(
  place: Place,
  sender: Sender,
  signal: AbortSignal,
): AsyncGenerator<Exclude<Frame, ErrorFrame>> {
  const { received } = place.context
  const leave = (isDone: boolean) => {
    place.leave(isDone || !sender.hasBegun)
    received.close()
  }
  const abort = () => leave(false)
  let isDone = false
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', abort, { once: true })
    sender.moveTo(place)
    for await (const frame of received) {
      if (frame instanceof ServerFault) throw frame
      isDone = frame.type === 'done' || frame.type === 'error'
      if (frame.type === 'error' && !(isRefusal(frame) && sender.mayRepeat)) throw faultOf(frame)
      if (frame.type === 'done' && sender.wasPassedOver) throw new ServerFault('failed', 'left out some text')
      if (frame.type === 'done' || frame.type === 'error') return
      yield frame
    }
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', abort)
    leave(isDone)
  }
}

/** Whether the upstream server may have refused text because its context was over. */
function isRefusal({ status_code = 500 }: ErrorFrame): boolean {
  return kindOfStatus(status_code) === 'refused'
}

function faultOf(frame: ErrorFrame): ServerFault {
  const { status_code = 500, error_code, title, error, message, retry_after = 0 } = frame
  const said = [error_code ?? title, message ?? error].filter((part) => part !== undefined).join(': ')
  const retryAfter = retry_after > 0 ? retry_after * 1000 : undefined // another Purr says so, in seconds
  return ServerFault.ofStatus(status_code, `answered ${status_code} ${said}`, retryAfter)
}
