import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a handshake was signed by the Twilio account with an auth token: `X-Twilio-Signature` is the HMAC-SHA1 of the
 * address that the TwiML has, in Base64. Behind a reverse proxy it is the same but for its scheme, which is always `wss`.
 * Some of Twilio's services sign it with a slash at the end, or without the port.
 */
export function isSignedByTwilio(request: Request, authToken: string): boolean {
  const signature = Buffer.from(request.headers.get('x-twilio-signature') ?? '', 'base64')
  const { pathname, search, host: own } = new URL(request.url)
  const host = request.headers.get('host') ?? own
  const hosts = [host, host.replace(/:\d+$/, '')]
  const paths = [`${pathname}${search}`, `${pathname}/${search}`]
  return hosts.some((each) => paths.some((path) => isOf(signature, `wss://${each}${path}`, authToken)))
}

function isOf(signature: Buffer, address: string, authToken: string): boolean {
  const expected = createHmac('sha1', authToken).update(address).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
