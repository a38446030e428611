/** What to do, for a client that does not speak WebSocket. */
export const ADVICE = 'Connect with a WebSocket client.'

/** The headers of a handshake's response, with the first subprotocol that the request offers: Asterisk asks for one. */
export function withSubprotocol(
  request: Request,
  headers: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const [offered] = request.headers.get('sec-websocket-protocol')?.split(',') ?? []
  return offered === undefined ? { ...headers } : { ...headers, 'sec-websocket-protocol': offered.trim() }
}
