import { createHmac, timingSafeEqual } from 'node:crypto'
import { urlOf } from '../../http/request-url.ts'

/**
 * Whether a handshake was signed by the Twilio account with an auth token. `X-Twilio-Signature` is the Base64 of the
 * HMAC-SHA1 of the URL in the TwiML, whose scheme is always `wss`. Twilio sometimes signs the URL with a slash at
 * its end, or without its port.
 *
 * @param publicUrl the URL at which Twilio reaches the service. Undefined: that of the request
 */
export function isSignedByTwilio(request: Request, authToken: string, publicUrl?: string): boolean {
  const signature = Buffer.from(request.headers.get('x-twilio-signature') ?? '', 'base64')
  const { pathname, search, host: own } = urlOf(request)
  const host = publicUrl?.replace(/^https?:\/\//, '') ?? request.headers.get('host') ?? own
  const hosts = [host, host.replace(/:\d+(?=\/|$)/, '')]
  const paths = [`${pathname}${search}`, `${pathname}/${search}`]
  return hosts.some((each) => paths.some((path) => isOf(signature, `wss://${each}${path}`, authToken)))
}

function isOf(signature: Buffer, url: string, authToken: string): boolean {
  const expected = createHmac('sha1', authToken).update(url).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
