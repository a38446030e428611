import type { Registry } from 'prom-client'
import { ReportedMetrics } from '../telemetry/reported-metrics.ts'
import type { Health, Model } from './shared/model.ts'
import type { ServerState } from './shared/server-state.ts'

/** A model as far as it is measured. */
export type MeasuredModel = Pick<Model, 'id' | 'capacity' | 'health' | 'servers' | 'workers'>

/** How a state is shown as a number: the share of what could work that does. */
const HEALTH: Readonly<Record<Health, number>> = { ready: 1, degraded: 0.5, unavailable: 0 }
const BREAKER: Readonly<Record<ServerState['state'], number>> = { closed: 1, 'half-open': 0.5, open: 0 }

/** Registers what is measured of the engines of some models, of the servers of remote ones and the workers of local ones. */
export function registerEngineMetrics(registry: Registry, models: readonly MeasuredModel[]): void {
  registerModels(registry, models)
  registerServers(registry, models)
  registerWorkers(registry, models)
}

function registerModels(registry: Registry, models: readonly MeasuredModel[]): void {
  const engine = new ReportedMetrics(registry, ['model'], () =>
    models.map((report) => ({ labels: { model: report.id }, report })),
  )
  engine.gauge(
    'purr_engine_health',
    'Whether the engine works: 1. In part: 0.5. Not at all: 0.',
    (model) => HEALTH[model.health()],
  )
  engine.gauge('purr_engine_turns', 'Turns that the engine is speaking.', ({ capacity }) => capacity.taken)
  engine.gauge(
    'purr_engine_capacity_turns',
    'Turns that the engine can speak at once. +Inf: no limit is set.',
    ({ capacity }) => capacity.limit,
  )
  engine.counter(
    'purr_engine_refused_turns_total',
    'Turns that were refused because the engine was speaking as many as it can.',
    ({ capacity }) => capacity.refused,
  )
}

function registerServers(registry: Registry, models: readonly MeasuredModel[]): void {
  const server = new ReportedMetrics(registry, ['model', 'server'], () =>
    models.flatMap((model) =>
      (model.servers?.() ?? []).map((report) => ({
        labels: { model: model.id, server: report.url },
        report,
      })),
    ),
  )
  server.gauge(
    'purr_server_available',
    'Circuit breaker of the server. 1: requests go to it. 0.5: one request tries it. 0: none does.',
    ({ state }) => BREAKER[state],
  )
  server.gauge('purr_server_outstanding_requests', 'Requests in progress.', ({ outstanding }) => outstanding)
  server.counter('purr_server_requests_total', 'Requests to the server.', ({ requests }) => requests)
  server.counter('purr_server_failures_total', 'Requests that failed.', ({ failures }) => failures)
  server.counter(
    'purr_server_refusals_total',
    'Requests that it refused by limits of its own, with 429 or 503.',
    ({ refusals }) => refusals,
  )
  server.counter(
    'purr_server_retries_total',
    'Requests that were sent to it because another one had failed or was refused.',
    ({ retries }) => retries,
  )
  server.durations(
    'purr_server_first_audio_seconds',
    'From a request to its first audio.',
    ({ firstAudio }) => firstAudio,
  )
}

function registerWorkers(registry: Registry, models: readonly MeasuredModel[]): void {
  const workers = new ReportedMetrics(registry, ['model'], () =>
    models.flatMap((model) => {
      const report = model.workers?.()
      return report === undefined ? [] : [{ labels: { model: model.id }, report }]
    }),
  )
  workers.gauge(
    'purr_workers',
    'Inference workers that the engine has when all are ready.',
    ({ size }) => size,
  )
  workers.gauge('purr_workers_ready', 'Inference workers that are ready.', ({ ready }) => ready)
  workers.gauge('purr_workers_waiting_steps', 'Steps that wait for a worker.', ({ waiting }) => waiting)
  workers.counter(
    'purr_workers_busy_seconds_total',
    'Seconds that all workers together have spent on steps.',
    ({ steps }) => steps.sum,
  )
  workers.counter(
    'purr_workers_replaced_total',
    'Workers that died or hung, and were replaced.',
    ({ replaced }) => replaced,
  )
  workers.durations('purr_workers_step_seconds', 'What a step took its worker.', ({ steps }) => steps)
  workers.durations(
    'purr_workers_wait_seconds',
    'From the moment a step was wanted until a worker took it.',
    ({ wait }) => wait,
  )
}
