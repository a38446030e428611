import type { Registry } from 'prom-client'
import { refusedRequests } from './accounts/authorize.ts'
import type { CreditCounts } from './accounts/credit-counts.ts'
import type { LeaseRenewer } from './accounts/lease-renewer.ts'
import type { SettlementQueue } from './accounts/settlement-queue.ts'
import { registerEngineMetrics } from './engines/engine-metrics.ts'
import type { Models } from './engines/models.ts'
import type { KeyGuard } from './http/key-guard.ts'
import type { OpenSockets } from './http/sockets/open-sockets.ts'
import type { ClipsState } from './speech/cloning/analysis-processes.ts'
import type { Connections } from './storage/connection-pool.ts'
import type { Storage } from './storage/database.ts'
import { statements } from './storage/statement-counts.ts'
import { registerProcessMetrics } from './telemetry/process-metrics.ts'
import { ReportedMetrics } from './telemetry/reported-metrics.ts'
import type { UsageRecorder } from './usage/recorder.ts'
import type { Cloning } from './voices/cloning.ts'

/** The parts of the service that count by themselves. */
export interface CountingParts {
  readonly models: Models
  readonly storage: Storage
  readonly sockets: OpenSockets
  readonly guard: KeyGuard
  readonly leases: LeaseRenewer
  readonly settlements: SettlementQueue
  readonly credits: CreditCounts
  readonly cloning: Cloning
  readonly usage: UsageRecorder
  /** Undefined: clips are not analysed here. */
  readonly clips: (() => ClipsState) | undefined
}

/** Registers what is measured of the process and of the parts that count by themselves. Turns and requests register theirs. */
export function registerMetrics(registry: Registry, parts: CountingParts): void {
  registerProcessMetrics(registry)
  registerEngineMetrics(registry, parts.models.all)
  registerSocketMetrics(registry, parts.sockets)
  registerAccountMetrics(registry, parts)
  registerDatabaseMetrics(registry, parts.storage)
  registerCloneMetrics(registry, parts)
}

function registerSocketMetrics(registry: Registry, sockets: OpenSockets): void {
  const socket = new ReportedMetrics(registry, ['protocol'], () => sockets.state())
  socket.gauge('purr_websocket_connections', 'WebSockets that are open.', ({ open }) => open)
  socket.counter(
    'purr_websocket_frames_received_total',
    'Frames from clients.',
    ({ frames }) => frames.received,
  )
  socket.counter('purr_websocket_frames_sent_total', 'Frames to clients.', ({ frames }) => frames.sent)
}

function registerAccountMetrics(
  registry: Registry,
  { guard, leases, settlements, credits, usage }: CountingParts,
): void {
  const one = new ReportedMetrics(registry, [], () => [{ labels: {}, report: undefined }])
  one.counter(
    'purr_authentication_failures_total',
    'Requests without a key, or with one that is not valid.',
    () => guard.failed,
  )
  one.counter(
    'purr_authentication_lockouts_total',
    'Requests that were refused because their network had sent too many without a valid key.',
    () => guard.refused,
  )
  one.counter(
    'purr_rate_limited_requests_total',
    'Requests that were refused because their organization had sent as many in a minute as it may.',
    () => refusedRequests.count,
  )
  one.gauge('purr_slots_held', 'Slots that turns of this process hold.', () => leases.held)
  one.counter(
    'purr_slots_refused_total',
    'Turns that were refused because their organization had as many at once as it may have.',
    () => leases.refused,
  )
  one.counter('purr_lease_renewals_failed_total', 'Renewals of slots that failed.', () => leases.failures)
  one.counter('purr_credits_held_total', 'Credits that were held for turns.', () => credits.held)
  one.counter('purr_credits_captured_total', 'Credits of what was spoken.', () => credits.captured)
  one.counter('purr_credits_voided_total', 'Credits that were given back.', () => credits.voided)
  one.gauge(
    'purr_settlements_waiting',
    'Ends of turns that are not recorded in the database yet.',
    () => settlements.length,
  )
  one.counter(
    'purr_settlement_retries_total',
    'Attempts to record ends of turns again.',
    () => settlements.retries,
  )
  one.gauge('purr_usage_rows_waiting', 'Rows of usage that are not in the database yet.', () => usage.waiting)
  one.counter(
    'purr_usage_failures_total',
    'Attempts to add usage to the database that failed.',
    () => usage.failures,
  )
  one.counter(
    'purr_usage_dropped_total',
    'What was not counted in usage, because too much waited.',
    () => usage.dropped,
  )
}

function registerDatabaseMetrics(registry: Registry, { connections }: Storage): void {
  const { organization, service, failures } = statements
  const statement = new ReportedMetrics(registry, ['owner'], () => [
    { labels: { owner: 'organization' }, report: organization },
    { labels: { owner: 'service' }, report: service },
  ])
  statement.durations(
    'purr_database_statement_seconds',
    'Statements and transactions, from the moment they were wanted to their answer or failure.',
    (durations) => durations,
  )
  const failure = new ReportedMetrics(registry, ['kind'], () =>
    Object.entries(failures).map(([kind, report]) => ({ labels: { kind }, report })),
  )
  failure.counter('purr_database_errors_total', 'Statements and transactions that failed.', (count) => count)
  const pool = new ReportedMetrics<never, Connections>(registry, [], () =>
    connections === undefined ? [] : [{ labels: {}, report: connections() }],
  )
  pool.gauge('purr_database_connections', 'Connections to Postgres.', ({ open }) => open)
  pool.gauge('purr_database_connections_idle', 'Those of them that no statement uses.', ({ idle }) => idle)
  pool.gauge(
    'purr_database_statements_waiting',
    'Statements that wait for a connection.',
    ({ waiting }) => waiting,
  )
}

function registerCloneMetrics(registry: Registry, { cloning, clips }: CountingParts): void {
  const ends = new ReportedMetrics(registry, ['outcome'], () =>
    Array.from(cloning.ends, ([outcome, report]) => ({ labels: { outcome }, report })),
  )
  ends.counter('purr_clones_total', 'Requests to clone a voice that have ended.', (count) => count)
  const all = new ReportedMetrics(registry, [], () => [{ labels: {}, report: cloning }])
  all.durations(
    'purr_clone_seconds',
    'From the request to the voice, for clones that were made.',
    ({ durations }) => durations,
  )
  const clip = new ReportedMetrics<never, ClipsState>(registry, [], () =>
    clips === undefined ? [] : [{ labels: {}, report: clips() }],
  )
  clip.gauge(
    'purr_clips_waiting',
    'Clips that wait for a process that analyses them.',
    ({ waiting }) => waiting,
  )
  clip.durations(
    'purr_clip_process_seconds',
    'What a process took that analysed a clip.',
    ({ processes }) => processes,
  )
  clip.counter(
    'purr_clip_process_failures_total',
    'Processes of clips that crashed or took too long.',
    ({ failures }) => failures,
  )
}
