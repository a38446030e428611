/** Bytes of the largest message that is read at all; a larger one closes the connection with 1009. */
const MESSAGE_LIMIT = 1_048_576

/** A message as it comes from a client. */
export type Message = string | Uint8Array

/** A client's connection, as Bun gives it. */
export type Connection = Bun.ServerWebSocket<Socket>

/** What speaks one protocol on one client's connection. The handshake makes it. */
export interface Socket {
  /** The connection is there. */
  opened(connection: Connection): void
  /** Takes a message. */
  received(message: Message): void
  /** The client has read what waited to be sent. */
  drained(): void
  /** The connection is gone. */
  closed(): void
  /** The server stops: the connection is to be closed as soon as nothing is being spoken on it. */
  leave(): void
}

/** How the server treats its WebSockets. Idle ones are kept alive with pings, and closed when they are not answered. */
export const socketHandlers: Bun.WebSocketHandler<Socket> = {
  maxPayloadLength: MESSAGE_LIMIT,
  open: (connection) => connection.data.opened(connection),
  message: (connection, message) => connection.data.received(message),
  drain: (connection) => connection.data.drained(),
  close: (connection) => connection.data.closed(),
}
