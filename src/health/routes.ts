import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { operation } from '../http/openapi.ts'
import { READINESS, type Readiness } from './readiness.ts'

const ALIVE = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false })

/** Answers by their paths. */
export type Probes = Readonly<Record<'/healthz' | '/readyz', () => Response | Promise<Response>>>

/** What load balancers and orchestrators ask: whether the process is alive, and whether it can take requests. */
export function probes(readiness: Readiness): Probes {
  return {
    '/healthz': () => Response.json({ status: 'ok' }),
    '/readyz': async () => {
      const report = await readiness.report()
      return Response.json(report, { status: report.status === 'ready' ? 200 : 503 })
    },
  }
}

/** GET /healthz and GET /readyz, without a key. */
export function healthRoutes(readiness: Readiness) {
  const { '/healthz': alive, '/readyz': ready } = probes(readiness)
  return new Elysia()
    .get('/healthz', () => alive(), {
      detail: operation({
        summary: 'Show that the process is alive.',
        answer: { description: 'It is.', content: { 'application/json': ALIVE } },
        errors: [],
        access: [],
      }),
    })
    .get('/readyz', () => ready(), {
      detail: operation({
        summary: 'Show whether requests can be sent here: 200 if they can, 503 if not.',
        answer: { description: 'They can.', content: { 'application/json': READINESS } },
        otherAnswers: { 503: { description: 'They cannot.', content: { 'application/json': READINESS } } },
        errors: [],
        access: [],
      }),
    })
}
