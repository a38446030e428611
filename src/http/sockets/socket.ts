/** Most bytes of a message. A larger one closes the connection with 1009. */
const MESSAGE_LIMIT = 1_048_576

/** A client's message. */
export type Message = string | Uint8Array

/** A client's connection, as Bun gives it. */
export type Connection = Bun.ServerWebSocket<Socket>

/** One client's connection in one protocol. The handshake makes it. */
export interface Socket {
  /** The connection is open. */
  opened(connection: Connection): void
  /** Takes a message. */
  received(message: Message): void
  /** The client has read what waited to be sent. */
  drained(): void
  /** The connection is gone. */
  closed(): void
  /** The server is stopping: close the connection as soon as nothing is being spoken on it. */
  leave(): void
}

/** Bun's WebSocket handlers. Idle connections are kept alive with pings, and closed if these are not answered. */
export const socketHandlers: Bun.WebSocketHandler<Socket> = {
  maxPayloadLength: MESSAGE_LIMIT,
  open: (connection) => connection.data.opened(connection),
  message: (connection, message) => connection.data.received(message),
  drain: (connection) => connection.data.drained(),
  close: (connection) => connection.data.closed(),
}
