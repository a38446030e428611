import { Elysia } from 'elysia'
import { countedAuthentication, keyOfHandshake } from '../../http/authentication.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { networkOf } from '../../http/network.ts'
import { handshake } from '../../http/openapi.ts'
import type { HttpServices } from '../../http/services.ts'
import type { OpenSockets } from '../../http/sockets/open-sockets.ts'
import { SERVER_FRAMES } from '../server-frame.ts'
import type { TurnServices } from '../turn.ts'
import { clientFrames, frameReader } from './client-frame.ts'
import { SpeechSocket } from './socket.ts'

/** GET /tts/websocket (spec 4.3). The handshake is refused with a status; then there are only frames. */
export function webSocketRoute(http: HttpServices, services: TurnServices, sockets: OpenSockets) {
  const read = frameReader(http.models.ids)
  return new Elysia()
    .use(errorHandler(http))
    .use(countedAuthentication(http, { keyOf: keyOfHandshake, takesTokens: true }))
    .get(
      '/tts/websocket',
      ({ request, server, caller, set }) => {
        const budget = sockets.budgets.forSocket(caller.organizationId, networkOf(request, server))
        const socket = new SpeechSocket(services, caller, { budget, read }, () => sockets.delete(socket))
        const advice = 'Connect with a WebSocket client, or use POST /tts/bytes or POST /tts/sse.'
        sockets.accept(socket, {
          request,
          server,
          protocol: 'websocket',
          headers: set.headers,
          advice,
          keyId: caller.keyId,
        })
      },
      {
        detail: handshake({
          summary: 'Speak many turns on one connection, with text as it arrives.',
          messages: { sent: clientFrames(http.models.ids), received: SERVER_FRAMES },
          errors: [],
          isCounted: true,
        }),
      },
    )
}
