import { release } from '../system/memory.ts'
import { ServiceError } from './errors.ts'

/** Levels of objects and arrays that JSON may have. A request has two; fields that are ignored may have more. */
const MOST_LEVELS = 32

/**
 * Reads a request body whole, counting as it arrives: a chunked body has no Content-Length to trust.
 *
 * @param limit bytes
 * @param options.tooLarge the refusal of a body that passes the limit; the rest is not read
 * @param options.signal when it is aborted, nothing more is read
 * @throws that refusal, payload_too_large where none is given; the signal's reason
 */
export async function readBody(
  request: Request,
  limit: number,
  { tooLarge = () => textTooLarge(limit), signal }: BodyOptions = {},
): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge()
  const body = new Bun.ArrayBufferSink()
  body.start({ asUint8Array: true })
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.byteLength
    if (length > limit) throw tooLarge()
    body.write(part)
    release(part)
  }
  await request.body?.pipeTo(new WritableStream({ write: take }), { signal })
  return body.end() as Uint8Array
}

interface BodyOptions {
  readonly tooLarge?: () => ServiceError
  readonly signal?: AbortSignal
}

/**
 * Parses what a client sent as JSON, in UTF-8 where it is bytes, whatever its Content-Type says. The error never has
 * what was sent in it.
 *
 * @param what it is, for the message
 * @throws ServiceError invalid_json when it is not a JSON object, or nested deeper than 32 levels
 */
export function parseJson(body: Uint8Array | string, what = 'body'): Record<string, unknown> {
  let value: unknown
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (isDeeper(text, MOST_LEVELS)) throw tooDeep(what)
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('invalid_json', `The ${what} is not valid JSON.`, {
      detail: 'Send a JSON object in UTF-8 with model_id, transcript, voice and output_format.',
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json', `The ${what} is valid JSON, but not an object.`, {
      detail: 'Send a JSON object with model_id, transcript, voice and output_format.',
    })
  }
  return value as Record<string, unknown>
}

/**
 * Whether JSON opens more objects and arrays in each other than so many. Up to its first mistake, where parsing ends
 * too, it is read as a parser does.
 */
function isDeeper(json: string, levels: number): boolean {
  let level = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') isInText = !isInText
    else if (isInText) {
      if (sign === '\\') at++
    } else if (sign === '[' || sign === '{') {
      if (++level > levels) return true
    } else if (sign === ']' || sign === '}') level--
  }
  return false
}

function tooDeep(what: string): ServiceError {
  return new ServiceError('invalid_json', `The ${what} is nested deeper than ${MOST_LEVELS} levels.`, {
    detail: 'Send a JSON object with model_id, transcript, voice and output_format.',
  })
}

function textTooLarge(limit: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    detail: 'Split the text across several requests.',
  })
}
