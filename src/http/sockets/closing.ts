import type { Connection } from './socket.ts'

/** Codes with which a server closes a WebSocket (RFC 6455 and the registry). */
export const NORMAL = 1000
export const GOING_AWAY = 1001
export const PROTOCOL_ERROR = 1002
export const POLICY_VIOLATION = 1008
export const TOO_LARGE = 1009
export const TRY_AGAIN_LATER = 1013

/** A client that does not answer a close is cut off after this time (milliseconds). */
export const CLOSE_TIMEOUT = 5000

/** Closes a connection. A client that does not answer is cut off. */
export function closeConnection(connection: Connection, code: number, reason: string): void {
  connection.close(code, reason)
  setTimeout(() => connection.terminate(), CLOSE_TIMEOUT).unref()
}
