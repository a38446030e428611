import { Elysia } from 'elysia'
import { Counter, type Registry } from 'prom-client'
import { answered } from './answered.ts'

/** The methods that are counted by their name. A client can send any word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What is measured of requests. */
export class HttpMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'purr_http_requests_total',
      help: 'Requests that got a response, by endpoint. A response that is a stream counts when it has ended.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    })
  }

  /** Counts every request that is answered. Use it before the routes. */
  plugin() {
    return new Elysia().onAfterResponse({ as: 'global' }, (context) => {
      const { method, route, status } = answered(context)
      this.#requests.inc({ method: METHODS.has(method) ? method : 'other', route: route || 'none', status })
    })
  }
}
