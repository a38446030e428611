import { Elysia } from 'elysia'
import { countedAuthentication, keyOfHandshake } from '../../http/authentication.ts'
import { ServiceError } from '../../http/errors.ts'
import { failures } from '../../http/failures.ts'
import { networkOf } from '../../http/network.ts'
import type { HttpServices } from '../../http/services.ts'
import type { TurnServices } from '../turn.ts'
import type { OpenSockets } from './open-sockets.ts'
import { SpeechSocket } from './socket.ts'

/** Most bytes of a message. A larger one closes the connection with 1009. */
const MESSAGE_LIMIT = 1_048_576

/** Bun's WebSocket handlers. Idle connections are kept alive with pings, and closed if these are not answered. */
export const socketHandlers: Bun.WebSocketHandler<SpeechSocket> = {
  maxPayloadLength: MESSAGE_LIMIT,
  open: (connection) => connection.data.opened(connection),
  message: (connection, message) => connection.data.received(message),
  drain: (connection) => connection.data.drained(),
  close: (connection) => connection.data.closed(),
}

/** GET /tts/websocket (spec 4.3). The handshake is refused with a status; then there are only frames. */
export function webSocketRoute(http: HttpServices, services: TurnServices, sockets: OpenSockets) {
  return new Elysia()
    .use(failures(http))
    .use(countedAuthentication(http, keyOfHandshake))
    .get('/tts/websocket', ({ request, server, caller, set }) => {
      const budget = sockets.budgets.forSocket(caller.organizationId, networkOf(request, server))
      const socket = new SpeechSocket(services, caller, budget, () => sockets.delete(socket))
      const headers = { ...set.headers } as Record<string, string>
      if (server?.upgrade(request, { data: socket, headers })) {
        sockets.add(socket)
        return undefined
      }
      throw new ServiceError('upgrade_required', 'This address speaks WebSocket only.', {
        detail: 'Connect with a WebSocket client, or use POST /tts/bytes or POST /tts/sse.',
      })
    })
}
