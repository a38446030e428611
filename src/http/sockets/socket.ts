/** Most bytes of a message. A larger one closes the connection with 1009. */
const MESSAGE_LIMIT = 1_048_576
/**
 * Seconds after which a silent connection is closed. Bun sends a ping 16 s before, give or take 4 s. That is within the minute after
 * which many proxies close a silent connection. A client that reads nothing has its minute too, and is closed with a reason.
 */
const IDLE_TIMEOUT = 72

/** A client's message. */
export type Message = string | Uint8Array

/** What is counted of the frames of all sockets of one protocol, in this process. */
export interface FrameCounts {
  received: number
  sent: number
}

/** What a connection belongs to. */
export interface SocketData {
  readonly socket: Socket
  readonly frames: FrameCounts
}

/** A client's connection, as Bun provides it. */
export type Connection = Bun.ServerWebSocket<SocketData>

/** One client's connection in one protocol. The handshake makes it. */
export interface Socket {
  /** The connection is open. */
  opened(connection: Connection): void
  /** Takes a message. */
  received(message: Message): void
  /** The client has read something of what waited to be sent. */
  drained(): void
  /** The connection is gone. */
  closed(): void
  /** The server is stopping: close the connection as soon as nothing is being spoken on it. */
  leave(): void
  /** The key was revoked: close the connection now. Its turns end by themselves. */
  revoked(): void
}

/** Bun's WebSocket handlers. Idle connections are kept alive with pings, and closed if these are not answered. */
export const socketHandlers: Bun.WebSocketHandler<SocketData> = {
  maxPayloadLength: MESSAGE_LIMIT,
  idleTimeout: IDLE_TIMEOUT,
  open: (connection) => connection.data.socket.opened(connection),
  message({ data: { socket, frames } }, message) {
    frames.received++
    socket.received(message)
  },
  drain: (connection) => connection.data.socket.drained(),
  close: (connection) => connection.data.socket.closed(),
}
