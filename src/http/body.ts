import type { Static, TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { release } from '../system/memory.ts'
import { ServiceError, serviceStopping } from './errors.ts'
import { checker } from './schema.ts'

/** Most bytes of a body or a frame with text (spec 8). */
export const BODY_LIMIT = 65_536

/** Most levels of objects and arrays in JSON. A request has two; fields that are ignored may have more. */
const MAX_LEVELS = 32

/** Skips a byte order mark (Encoding Standard, 7.2). */
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Writes names one after the other ("a, b and c"). */
const LIST = new Intl.ListFormat('en-GB')

/** How long a body may take to arrive (milliseconds). */
const TIMEOUTS = {
  /** While the server runs. */
  body: 30_000,
  /** After the server begins to stop. */
  stop: 5000,
}

interface ReadOptions {
  /** The refusal of a body that exceeds the limit. */
  readonly tooLarge?: () => ServiceError
  /** How long this body may take to arrive (milliseconds). */
  readonly timeout?: number
}

/** Reads the bodies of requests, each within a deadline: a client that never finishes its request blocks nothing. */
export class BodyReader {
  readonly #timeouts: typeof TIMEOUTS
  /** The bodies that are arriving; each can be aborted. */
  readonly #coming = new Set<AbortController>()
  #hasLeft = false

  constructor(timeouts = TIMEOUTS) {
    this.#timeouts = timeouts
  }

  /**
   * Reads a whole body.
   *
   * @param limit bytes
   * @throws ServiceError payload_too_large or the refusal that is given for it, request_timeout, service_stopping
   */
  async read(
    request: Request,
    limit: number,
    { tooLarge = () => textTooLarge(limit), timeout = this.#timeouts.body }: ReadOptions = {},
  ): Promise<Uint8Array> {
    if (this.#hasLeft) throw serviceStopping()
    const ending = new AbortController()
    const deadline = setTimeout(() => ending.abort(tooSlow(timeout)), timeout)
    this.#coming.add(ending)
    try {
      return await readBody(request, limit, tooLarge, ending.signal)
    } finally {
      clearTimeout(deadline)
      this.#coming.delete(ending)
    }
  }

  /** The server is stopping: bodies that have not arrived after a while are refused. */
  leave(): void {
    setTimeout(() => {
      this.#hasLeft = true
      for (const ending of this.#coming) ending.abort(serviceStopping())
    }, this.#timeouts.stop).unref()
  }
}

/**
 * What plugins that let only some callers through pass on as `checkAgain`. It throws the refusal of a caller whom they would not
 * let through any more. Handlers get what it returns in place of what the plugin has passed to them.
 */
export type CheckAgain = () => Promise<unknown>

/**
 * Passes handlers the JSON body of their request as `input`, checked. Use it after the plugin that lets the caller through, on
 * routes with `parse: 'none'`: otherwise Elysia reads the body before anything else. A body can take half a minute, so the caller
 * is checked again once it has come: whoever would not be let through any more does nothing more.
 *
 * @param limit bytes
 * @param tooLarge the refusal of a body that has more; the usual one where it is left out
 */
export function jsonBody<Schema extends TSchema>(
  bodies: BodyReader,
  schema: Schema,
  limit: number,
  tooLarge?: () => ServiceError,
) {
  const read = jsonReader(bodies, schema, limit, tooLarge)
  return new Elysia().derive({ as: 'scoped' }, async (context): Promise<{ input: Static<Schema> }> => {
    const input = await read(context.request)
    const { checkAgain } = context as unknown as { readonly checkAgain: CheckAgain }
    return Object.assign({ input }, await checkAgain())
  })
}

/**
 * As {@link jsonBody}, but without the second check: for requests that prove themselves by what they send, for turns, because
 * whoever takes their credits checks the key, and for requests that only show how a text is read.
 */
export function jsonBodyAlone<Schema extends TSchema>(bodies: BodyReader, schema: Schema, limit: number) {
  const read = jsonReader(bodies, schema, limit)
  return new Elysia().derive({ as: 'scoped' }, async ({ request }): Promise<{ input: Static<Schema> }> => {
    return { input: await read(request) }
  })
}

function jsonReader<Schema extends TSchema>(
  bodies: BodyReader,
  schema: Schema,
  limit: number,
  tooLarge?: () => ServiceError,
) {
  const check = checker(schema)
  const required: readonly string[] = schema.required ?? []
  return async (request: Request): Promise<Static<Schema>> =>
    check(parseJson(await bodies.read(request, limit, { tooLarge }), 'body', required))
}

/**
 * Reads a whole request body and counts its bytes as they arrive: a chunked body has no Content-Length.
 *
 * @param limit bytes
 * @param tooLarge the refusal of a body that exceeds the limit; the rest is not read
 * @param signal when it is aborted, nothing more is read
 * @throws that refusal; the signal's reason
 */
async function readBody(
  request: Request,
  limit: number,
  tooLarge: () => ServiceError,
  signal: AbortSignal,
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

/**
 * Parses JSON from a client, in UTF-8 if it is bytes, whatever its Content-Type says. A byte order mark before it is skipped.
 * The error never contains what was sent.
 *
 * @param what names it in the message
 * @param required the fields that it must have, for the message
 * @throws ServiceError invalid_json when it is not a JSON object, or nested deeper than 32 levels
 */
export function parseJson(
  body: Uint8Array | string,
  what = 'body',
  required: readonly string[] = [],
): Record<string, unknown> {
  const detail = `Send a JSON object in UTF-8${required.length === 0 ? '' : ` with ${LIST.format(required)}`}.`
  if (isGzip(body)) throw new ServiceError('invalid_json', `The ${what} is compressed with gzip.`, { detail })
  let value: unknown
  try {
    const text = typeof body === 'string' ? withoutMark(body) : UTF_8.decode(body)
    if (isDeeper(text, MAX_LEVELS)) throw tooDeep(what, detail)
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('invalid_json', `The ${what} is not valid JSON.`, { detail })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json', `The ${what} is valid JSON, but not an object.`, { detail })
  }
  return value as Record<string, unknown>
}

/** A text without the byte order mark at its beginning. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Whether it begins as gzip data do (RFC 1952, 2.3.1). */
function isGzip(body: Uint8Array | string): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

/**
 * Whether JSON nests more objects and arrays than a number of levels. It is read as a parser reads it, up to the first
 * mistake, where parsing ends too.
 */
function isDeeper(json: string, levels: number): boolean {
  let level = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') isInText = !isInText
    else if (isInText) {
      if (character === '\\') at++
    } else if (character === '[' || character === '{') {
      if (++level > levels) return true
    } else if (character === ']' || character === '}') level--
  }
  return false
}

function tooDeep(what: string, detail: string): ServiceError {
  return new ServiceError('invalid_json', `The ${what} is nested deeper than ${MAX_LEVELS} levels.`, {
    detail,
  })
}

function tooSlow(milliseconds: number): ServiceError {
  return new ServiceError('request_timeout', `The body did not arrive within ${milliseconds / 1000} s.`, {
    detail: 'Send less at once, or use a faster connection.',
  })
}

function textTooLarge(limit: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    detail: 'Send less: split a long text across several requests.',
  })
}
