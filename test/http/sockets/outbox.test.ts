import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { Outbox } from '../../../src/http/sockets/outbox.ts'
import type { Connection } from '../../../src/http/sockets/socket.ts'

/** What Bun's `sendText` returns for a message that is sent, waits in the buffer, or is dropped. */
const [SENT, WAITS, DROPPED] = [5, -1, 0]
const MINUTE = 60_000

/** An outbox, and why it has given up. Bun's connection returns what is set. */
function outboxOf(readyState: number = WebSocket.OPEN) {
  const connection = { status: SENT, readyState, data: { frames: { received: 0, sent: 0 } } }
  const sendText = () => connection.status
  const reasons: string[] = []
  const outbox = new Outbox({ ...connection, sendText } as unknown as Connection, (reason) =>
    reasons.push(reason),
  )
  const send = (status: number) => {
    connection.status = status
    outbox.send('frame')
  }
  return { outbox, reasons, send }
}

describe('a client', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('of which a frame is dropped is given up: what follows would have a gap', () => {
    const { reasons, send } = outboxOf()
    send(SENT)
    expect(reasons).toEqual([])
    send(DROPPED)
    expect(reasons).toEqual(['A frame could not be sent.'])
  })

  test('that is closing the connection is not', () => {
    const { reasons, send } = outboxOf(WebSocket.CLOSING)
    send(DROPPED)
    expect(reasons).toEqual([])
  })

  test('that reads nothing is given up a minute after the first frame that waits', () => {
    const { reasons, send } = outboxOf()
    send(WAITS)
    jest.advanceTimersByTime(MINUTE - 1)
    send(WAITS)
    expect(reasons).toEqual([])
    jest.advanceTimersByTime(1)
    expect(reasons).toEqual(['Nothing was read for too long.'])
  })

  test('that has caught up within the minute, or is gone, is not', () => {
    const { outbox, reasons, send } = outboxOf()
    send(WAITS)
    send(WAITS)
    jest.advanceTimersByTime(MINUTE - 1)
    outbox.drained()
    jest.advanceTimersByTime(MINUTE)
    expect(reasons).toEqual([])
  })
})

test('who writes waits until the client has caught up, or the turn is cancelled', async () => {
  const { outbox, send } = outboxOf()
  const [turn, cancelled] = [new AbortController(), new AbortController()]
  const written: string[] = []
  const write = async (name: string, { signal }: AbortController) => {
    await outbox.writable(signal)
    written.push(name)
  }
  await write('before', turn)
  send(WAITS)
  const waiting = [write('turn', turn), write('cancelled', cancelled)]
  cancelled.abort()
  await waiting[1]
  expect(written).toEqual(['before', 'cancelled'])
  outbox.drained()
  await waiting[0]
  await write('after', turn)
  expect(written).toEqual(['before', 'cancelled', 'turn', 'after'])
  send(WAITS)
  const again = write('again', turn)
  await Bun.sleep(0)
  expect(written).not.toContain('again')
  outbox.drained()
  await again
})
