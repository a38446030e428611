import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { Outbox } from '../../../src/http/sockets/outbox.ts'
import type { Connection } from '../../../src/http/sockets/socket.ts'

/** What Bun's `sendText` returns for a message that is sent, waits in the buffer, or is dropped. */
const [SENT, WAITS, DROPPED] = [5, -1, 0]
const MINUTE = 60_000

/** An outbox, and why it has given up. Bun's connection returns what is set. */
function outboxOf(readyState: number = WebSocket.OPEN) {
  const sent: string[] = []
  const connection = {
    status: SENT,
    unread: 0,
    readyState,
    data: { frames: { received: 0, sent: 0 } },
    getBufferedAmount: () => connection.unread,
    sendText(message: string) {
      sent.push(message)
      return connection.status
    },
  }
  const reasons: string[] = []
  const outbox = new Outbox(connection as unknown as Connection, (reason) => reasons.push(reason))
  const send = (status: number) => {
    connection.status = status
    outbox.send('frame')
  }
  return { connection, outbox, reasons, send, sent }
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

  test.each(['drained', 'closed'] as const)('that has %s within the minute is not', (what) => {
    const { outbox, reasons, send } = outboxOf()
    send(WAITS)
    send(WAITS)
    jest.advanceTimersByTime(MINUTE - 1)
    outbox[what]()
    jest.advanceTimersByTime(MINUTE)
    expect(reasons).toEqual([])
  })

  test('that has read a part has another minute for more', () => {
    const { connection, outbox, reasons, send } = outboxOf()
    send(WAITS)
    connection.unread = 1
    for (let parts = 0; parts < 3; parts++) {
      jest.advanceTimersByTime(MINUTE - 1)
      outbox.drained()
    }
    jest.advanceTimersByTime(MINUTE - 1)
    expect(reasons).toEqual([])
    jest.advanceTimersByTime(1)
    expect(reasons).toEqual(['Nothing was read for too long.'])
  })
})

describe('those who wait for the client', () => {
  const { signal } = new AbortController()

  test('send at once while nothing waits to be read', async () => {
    const { outbox, sent } = outboxOf()
    await outbox.sendWhenRead('one', signal)
    await outbox.sendWhenRead('other', signal)
    expect(sent).toEqual(['one', 'other'])
  })

  test('send in their order, one message each time that everything has been read', () => {
    const { connection, outbox, send, sent } = outboxOf()
    send(WAITS)
    for (const name of ['one', 'two', 'three']) void outbox.sendWhenRead(name, signal)
    expect(sent).toEqual(['frame'])
    connection.unread = 1
    outbox.drained()
    expect(sent).toEqual(['frame'])
    connection.unread = 0
    outbox.drained()
    expect(sent).toEqual(['frame', 'one'])
    connection.status = SENT
    outbox.drained()
    expect(sent).toEqual(['frame', 'one', 'two', 'three'])
  })

  test('go on once their message is sent', async () => {
    const { outbox, send, sent } = outboxOf()
    send(WAITS)
    const written = (async () => {
      for (const name of ['one', 'two']) await outbox.sendWhenRead(name, signal)
    })()
    outbox.drained()
    await Bun.sleep(0)
    expect(sent).toEqual(['frame', 'one'])
    outbox.drained()
    await written
    expect(sent).toEqual(['frame', 'one', 'two'])
  })

  test('leave without sending when they are cancelled', async () => {
    const { outbox, send, sent } = outboxOf()
    const cancelled = new AbortController()
    send(WAITS)
    const waiting = outbox.sendWhenRead('cancelled', cancelled.signal)
    void outbox.sendWhenRead('turn', signal)
    cancelled.abort()
    await waiting
    outbox.drained()
    await outbox.sendWhenRead('cancelled again', cancelled.signal)
    expect(sent).toEqual(['frame', 'turn'])
  })
})
