import { Elysia } from 'elysia'
import { STREAM_HEADERS } from '../../http/answer-headers.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { operation } from '../../http/openapi.ts'
import { assertOperator } from '../access/actor.ts'
import { managed } from '../access/guard.ts'
import type { ManagementServices } from '../access/services.ts'
import type { Live } from './live.ts'
import { SNAPSHOT } from './snapshot.ts'

/** The live view of a server process. */
export function liveRoutes(services: ManagementServices, live: Live) {
  const { actors } = services
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(managed(services))
    .get(
      '/live',
      async ({ actor, request, server }): Promise<Response> => {
        assertOperator(actor)
        const left = new AbortController()
        const signal = AbortSignal.any([request.signal, left.signal])
        const events = live.watch({
          signal,
          requests: () => server?.pendingRequests ?? 0,
          check: async () => assertOperator(await actors.of(request, server)),
        })
        return eventStream(events, await events.next(), left)
      },
      {
        detail: operation({
          summary: 'Watch what this server process is doing.',
          description:
            'Events, one a second: the data of each is a snapshot. The stream ends when the viewer is signed out. Behind a balancer, each process has its own; a snapshot says which it is of.',
          requires: 'operator',
          answer: { description: 'The events.', content: { 'text/event-stream': SNAPSHOT } },
          errors: [],
        }),
      },
    )
}

/**
 * Each event as soon as the viewer takes it.
 *
 * @param first was taken already, so that a refusal has its own status
 * @param left is aborted when the viewer is gone
 */
function eventStream(
  events: AsyncGenerator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
  left: AbortController,
): Response {
  let taken: IteratorResult<Uint8Array> | undefined = first
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = taken ?? (await events.next())
      taken = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      left.abort()
      await events.return(undefined)
    },
  })
  return new Response(body, { headers: { ...STREAM_HEADERS, 'content-type': 'text/event-stream' } })
}
