import { get } from 'node:http'

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** What a server answers to the handshake of a WebSocket. */
export interface HandshakeAnswer {
  readonly status: number
  readonly headers: object
  readonly body: string
}

/** Asks for a WebSocket as no client lets one see it: with the status, and the body of a refusal. */
export function shake(url: string, headers: Record<string, string> = {}): Promise<HandshakeAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { ...UPGRADE, ...headers } })
    request.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode!, headers: answer.headers, body: '' })
    })
    request.on('response', async (answer) => {
      let body = ''
      for await (const part of answer) body += part
      resolve({ status: answer.statusCode!, headers: answer.headers, body })
    })
    request.on('error', reject)
  })
}
