import { ServerFault } from './server-fault.ts'

/**
 * The bytes of audio that came in base64.
 *
 * @throws ServerFault when it is none
 */
export function audioBytes(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64)
  } catch (cause) {
    throw new ServerFault('failed', 'sent audio that is not base64', { cause })
  }
}
