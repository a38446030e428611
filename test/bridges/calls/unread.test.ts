import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { Caller } from '../../../src/accounts/authorize.ts'
import { AsteriskStream } from '../../../src/bridges/calls/asterisk.ts'
import { Call } from '../../../src/bridges/calls/call.ts'
import { CallSocket } from '../../../src/bridges/calls/call-socket.ts'
import { Calls } from '../../../src/bridges/calls/calls.ts'
import { ControlSocket } from '../../../src/bridges/calls/control-socket.ts'
import { PacedLine } from '../../../src/bridges/calls/paced-line.ts'
import { lineFormat } from '../../../src/bridges/calls/protocol.ts'
import { Budgets } from '../../../src/http/sockets/budgets.ts'
import type { Connection, Socket } from '../../../src/http/sockets/socket.ts'
import { RunningTurns } from '../../../src/tts/running-turns.ts'
import type { TurnServices } from '../../../src/tts/turn.ts'

/** What Bun's `sendText` returns for a message that waits in the buffer, or is dropped. */
const [WAITS, DROPPED] = [-1, 0]
const MINUTE = 60_000

const caller = { organizationId: 'org' } as Caller
const turns = { running: new RunningTurns() } as TurnServices
const none = () => {}

/** A connection whose client reads nothing: each message has the same fate. */
function unread(status: number, buffered = 0) {
  const closes: { readonly code: number; readonly reason: string }[] = []
  const connection = {
    data: { frames: { received: 0, sent: 0 } },
    readyState: WebSocket.OPEN,
    getBufferedAmount: () => buffered,
    sendText: () => status,
    sendBinary: () => status,
    close: (code: number, reason: string) => closes.push({ code, reason }),
    terminate: none,
  }
  return { connection: connection as unknown as Connection, closes }
}

function mediaStream(connection: Connection): Socket {
  const admit = async () => caller
  const origin = { caller, parameters: {}, admit, admitted: none, closed: none, requestId: undefined }
  const services = { turns, calls: new Calls(), announcement: undefined }
  const socket = new CallSocket(services, new AsteriskStream(), origin)
  socket.opened(connection)
  socket.received('MEDIA_START connection_id:one format:ulaw optimal_frame_size:160')
  socket.media(new Uint8Array(160))
  return socket
}

function program(connection: Connection): Socket {
  const format = lineFormat('pcm_mulaw', 8000)
  const line = new PacedLine(
    { begin: none, media: none, mark: none, clear: none },
    new Calls().metronome,
    format,
    10,
  )
  const settings = { id: 'one', caller, voice: undefined, language: undefined, format }
  const budget = new Budgets().forSocket('org', 'address')
  const socket = new ControlSocket(turns, new Call(turns, settings, line, none), { caller, budget }, none)
  socket.opened(connection)
  return socket
}

describe.each([
  ['a media stream', mediaStream],
  ["a program at a call's events", program],
])('%s', (_, open) => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('that reads nothing is closed a minute after the first message that waits', () => {
    const { connection, closes } = unread(WAITS)
    open(connection)
    jest.advanceTimersByTime(MINUTE - 1)
    expect(closes).toEqual([])
    jest.advanceTimersByTime(1)
    expect(closes).toEqual([{ code: 1013, reason: 'Nothing was read for too long.' }])
  })

  test('that has caught up within the minute is not', () => {
    const { connection, closes } = unread(WAITS)
    const socket = open(connection)
    jest.advanceTimersByTime(MINUTE - 1)
    socket.drained()
    jest.advanceTimersByTime(MINUTE)
    expect(closes).toEqual([])
  })

  test('to which a message cannot be sent is closed: what follows would have a gap', () => {
    const { connection, closes } = unread(DROPPED)
    open(connection)
    expect(closes).toEqual([{ code: 1013, reason: 'A frame could not be sent.' }])
  })

  test('for which more than a megabyte waits is closed', () => {
    const { connection, closes } = unread(WAITS, 1_048_577)
    open(connection)
    expect(closes).toEqual([{ code: 1013, reason: 'Too much waits to be read.' }])
  })
})
