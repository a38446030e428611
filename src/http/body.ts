import { ServiceError } from './errors.ts'

/**
 * Reads a request body whole, counting as it arrives: a chunked body has no Content-Length to trust.
 *
 * @param limit bytes
 * @throws ServiceError payload_too_large as soon as the limit is passed; the rest is not read
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge(limit)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > limit) throw tooLarge(limit)
    parts.push(part)
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)
}

/**
 * Parses what a client sent as JSON, in UTF-8 where it is bytes, whatever its Content-Type says.
 *
 * @param what it is, for the message
 * @throws ServiceError invalid_json when it is not a JSON object
 */
export function parseJson(body: Uint8Array | string, what = 'body'): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    )
  } catch (cause) {
    throw new ServiceError('invalid_json', `The ${what} is not valid JSON.`, {
      detail: 'Send a JSON object in UTF-8 with model_id, transcript, voice and output_format.',
      cause,
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json', `The ${what} is valid JSON, but not an object.`, {
      detail: 'Send a JSON object with model_id, transcript, voice and output_format.',
    })
  }
  return value as Record<string, unknown>
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    detail: 'Split the text across several requests.',
  })
}
