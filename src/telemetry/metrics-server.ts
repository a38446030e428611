import type { Registry } from 'prom-client'

/**
 * Serves metrics at GET /metrics, in the text format of Prometheus, on a port of their own: whoever reaches it may read
 * them.
 *
 * @param others answers at further paths
 * @throws when it cannot listen there
 */
export function serveMetrics(
  registry: Registry,
  { port, host }: MetricsConfig,
  others: Readonly<Record<string, () => Response | Promise<Response>>>,
): Bun.Server<undefined> {
  return Bun.serve({
    port,
    hostname: host,
    reusePort: false,
    development: false,
    routes: {
      ...others,
      '/metrics': {
        GET: async () =>
          new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
      },
    },
    fetch: () => new Response('The metrics are at GET /metrics.\n', { status: 404 }),
  })
}

/** Where metrics are served. */
export interface MetricsConfig {
  readonly port: number
  readonly host: string
}
