import type { Static, TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseJson, readBody } from './body.ts'
import { ServiceError } from './errors.ts'
import { checker } from './schema.ts'

/** How long is waited for a body to come in (milliseconds). */
const TIMEOUTS = {
  /** While the server runs. */
  body: 30_000,
  /** From the order to stop. */
  stop: 5000,
}

interface ReadOptions {
  /** The refusal of a body that passes the limit. */
  readonly tooLarge?: () => ServiceError
  /** How long this body may take to come in (milliseconds). */
  readonly timeout?: number
}

/** Reads the bodies of requests, each within a deadline: a client that does not finish its request holds nobody up. */
export class BodyReader {
  readonly #timeouts: typeof TIMEOUTS
  /** The bodies that are coming in; each can be ended. */
  readonly #coming = new Set<AbortController>()
  #hasLeft = false

  constructor(timeouts = TIMEOUTS) {
    this.#timeouts = timeouts
  }

  /**
   * Reads a body whole.
   *
   * @param limit bytes
   * @throws ServiceError payload_too_large or the refusal that is given for it, request_timeout, service_stopping
   */
  async read(
    request: Request,
    limit: number,
    { tooLarge, timeout = this.#timeouts.body }: ReadOptions = {},
  ): Promise<Uint8Array> {
    if (this.#hasLeft) throw serviceStopping()
    const ending = new AbortController()
    const deadline = setTimeout(() => ending.abort(tooSlow(timeout)), timeout)
    this.#coming.add(ending)
    try {
      return await readBody(request, limit, { tooLarge, signal: ending.signal })
    } finally {
      clearTimeout(deadline)
      this.#coming.delete(ending)
    }
  }

  /** The server stops: bodies that have not come in after a while are refused. */
  leave(): void {
    setTimeout(() => {
      this.#hasLeft = true
      for (const ending of this.#coming) ending.abort(serviceStopping())
    }, this.#timeouts.stop).unref()
  }
}

/**
 * Gives handlers the JSON body of their request as `input`, checked. It goes after the plugin that checks the key, and
 * its routes parse nothing themselves (`parse: 'none'`): Elysia would read a body before anything else.
 *
 * @param limit bytes
 */
export function jsonBody<Schema extends TSchema>(bodies: BodyReader, schema: Schema, limit: number) {
  const check = checker(schema)
  return new Elysia().derive({ as: 'scoped' }, async ({ request }): Promise<{ input: Static<Schema> }> => {
    return { input: check(parseJson(await bodies.read(request, limit))) }
  })
}

function tooSlow(milliseconds: number): ServiceError {
  return new ServiceError('request_timeout', `The body did not come in within ${milliseconds / 1000} s.`, {
    detail: 'Send less at once, or use a faster connection.',
  })
}

function serviceStopping(): ServiceError {
  return new ServiceError('service_stopping', 'The server stops, and the body has not come in.', {
    detail: 'Nothing was done. Send the request again.',
  })
}
