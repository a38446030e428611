import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { CreditCounts } from '../../src/accounts/credit-counts.ts'
import { Heartbeat } from '../../src/accounts/heartbeat.ts'
import { KeyWatch } from '../../src/accounts/key-watch.ts'
import { LeaseRenewer } from '../../src/accounts/lease-renewer.ts'
import type { OwnLimits } from '../../src/accounts/organizations.ts'
import { SettlementQueue } from '../../src/accounts/settlement-queue.ts'
import { createApp } from '../../src/app.ts'
import type { StripeCheckout } from '../../src/billing/stripe.ts'
import type { CallsConfig } from '../../src/bridges/calls/stream-routes.ts'
import { type PromptOptions, Prompts } from '../../src/bridges/prompts/prompts.ts'
import { CompiledDictionaries } from '../../src/dictionaries/compiled-dictionaries.ts'
import type { Route } from '../../src/docs/openapi.ts'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { embeddedModel } from '../../src/engines/embedded/embedded-model.ts'
import { Models } from '../../src/engines/models.ts'
import type { Engine, Pronouncer } from '../../src/engines/shared/engine.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import { Readiness } from '../../src/health/readiness.ts'
import { BodyReader } from '../../src/http/body.ts'
import type { CorsOrigins } from '../../src/http/cors.ts'
import { HttpMetrics } from '../../src/http/http-metrics.ts'
import { KeyGuard } from '../../src/http/key-guard.ts'
import { RecentRefusals } from '../../src/http/recent-refusals.ts'
import { type Allowances, Budgets } from '../../src/http/sockets/budgets.ts'
import { OpenSockets, type SocketLimits } from '../../src/http/sockets/open-sockets.ts'
import { socketHandlers } from '../../src/http/sockets/socket.ts'
import { Auth } from '../../src/management/access/auth.ts'
import { Live } from '../../src/management/live/live.ts'
import { registerMetrics } from '../../src/metrics.ts'
import { SpeakerCloner } from '../../src/speech/cloning/analysis-processes.ts'
import type { Cloner } from '../../src/speech/cloning/cloner.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { type Log, silentLog } from '../../src/telemetry/log.ts'
import type { Tracing } from '../../src/telemetry/tracing.ts'
import { RunningTurns } from '../../src/tts/running-turns.ts'
import type { TurnServices } from '../../src/tts/turn.ts'
import { TurnMetrics } from '../../src/tts/turn-metrics.ts'
import { UsageRecorder } from '../../src/usage/recorder.ts'
import { Cloning } from '../../src/voices/cloning.ts'
import { syncSharedVoices } from '../../src/voices/voices.ts'
import { databases } from './databases.ts'
import { createMember, type Member } from './member.ts'
import { STEADY } from './models.ts'
import { patientCloner } from './patient-cloner.ts'

export type { Member }

/** The whole application, as a client sees it: on its own port, with Postgres if there is one. */
export interface Service {
  readonly url: string
  readonly server: Bun.Server<unknown>
  readonly storage: Storage
  /** The WebSockets that are open. */
  readonly sockets: OpenSockets
  /** The routes that it has, with what they say of themselves. */
  readonly routes: readonly Route[]
  /** What turns are begun with, for a server that is no part of the application. */
  readonly turns: TurnServices
  readonly readiness: Readiness
  readonly live: Live
  /** All that is measured. */
  readonly registry: Registry
  /** Creates an organization with credits and a key. Its limits are out of reach unless given. */
  member(credits: number, limits?: OwnLimits): Promise<Member>
  /** The balance of an organization, in credits. */
  balance(member: Member): Promise<number>
  close(): Promise<void>
}

let engineOfAll: Promise<Engine & Pronouncer> | undefined

/** The real engine, shared by the tests of a run: it takes a second to start and keeps no state. */
export function sharedEngine(): Promise<Engine & Pronouncer> {
  engineOfAll ??= EmbeddedEngine.start({ size: 2 })
  return engineOfAll
}

const TEST_SECRET = 'the secret of all servers in tests'

const BOUNDLESS = { rate: 1e9, burst: 1e9 }
const FREE = { frames: BOUNDLESS, refusals: BOUNDLESS }
/** Budgets that are never exhausted. */
export const NO_BUDGETS: Allowances = { socket: FREE, organization: FREE, address: FREE }

/** Parts that a test replaces. */
export interface Substitutes {
  /** An open database, which stays open. Several services can share it, as servers share a Postgres. */
  readonly storage?: Storage
  /** Of the main model. */
  readonly engine?: Engine
  readonly pronouncer?: Pronouncer
  /** Models beside the main one. */
  readonly models?: readonly Model[]
  readonly cloner?: Cloner
  /** Wraps the database of the service. */
  readonly through?: (db: Database) => Database
  readonly checkout?: StripeCheckout
  /** The budgets of sockets. */
  readonly allowances?: Allowances
  /** How many sockets may be open. */
  readonly socketLimits?: SocketLimits
  readonly bodies?: BodyReader
  readonly running?: RunningTurns
  readonly calls?: CallsConfig
  /** Options of phone prompts. Without a folder, they have one that is removed on close. */
  readonly prompts?: Partial<PromptOptions>
  readonly corsOrigins?: CorsOrigins
  /** The e-mail address of a person who is operator. */
  readonly operatorEmail?: string
  readonly log?: Log
  readonly tracing?: Tracing
  /** The clock of usage, in milliseconds since 1970. */
  readonly now?: () => number
}

export async function startService({
  storage: shared,
  engine,
  pronouncer,
  models: others,
  cloner = patientCloner(),
  through = (db) => db,
  checkout,
  allowances,
  socketLimits,
  bodies = new BodyReader(),
  running = new RunningTurns(),
  calls,
  prompts = {},
  corsOrigins,
  operatorEmail,
  log = silentLog(),
  tracing,
  now,
}: Substitutes = {}): Promise<Service> {
  const storage = shared ?? (await databases.at(-1)!.open())
  const { db } = storage
  const models = new Models(embeddedModel(engine ?? (await sharedEngine()), STEADY), others)
  await syncSharedVoices({ db, models })
  const served = through(db)
  const settlements = new SettlementQueue(served, log)
  const heartbeat = new Heartbeat(db, log)
  await heartbeat.start(false)
  const registry = new Registry()
  const guard = new KeyGuard()
  const leases = new LeaseRenewer(served, log)
  const credits = new CreditCounts()
  const keys = new KeyWatch(served, log, (prefix) => guard.forget(prefix))
  const usage = new UsageRecorder({ db: served, processId: heartbeat.id, log, now })
  const turns = {
    db: served,
    models,
    pronouncer: pronouncer ?? (await sharedEngine()),
    dictionaries: new CompiledDictionaries(served),
    settlements,
    leases,
    credits,
    keys,
    processId: heartbeat.id,
    running,
    metrics: new TurnMetrics(registry),
    refusals: new RecentRefusals(),
    usage,
    log,
    tracing,
  }
  const sockets = new OpenSockets(keys, new Budgets(allowances), socketLimits)
  const cloning = new Cloning(turns, cloner, bodies)
  const dataDir = await mkdtemp(join(tmpdir(), 'purr-prompts-'))
  const spokenBy = { version: 'test', model: 'test' }
  const promptOptions = { dataDir, secret: undefined, cacheBytes: 1e8, publicUrl: undefined, ...spokenBy }
  const kept = await Prompts.open({ ...promptOptions, ...prompts }, log)
  const readiness = new Readiness(served, models)
  const live = new Live({ turns, registry, sockets })
  const auth = new Auth({ db: served, secret: TEST_SECRET, publicUrl: prompts.publicUrl, operatorEmail })
  const app = createApp(turns, {
    guard,
    auth,
    requests: new HttpMetrics(registry),
    bodies,
    sockets,
    cloning,
    prompts: kept,
    live,
    readiness,
    corsOrigins,
    checkout,
    calls,
  }).listen({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    websocket: socketHandlers,
  })
  const clips = cloner instanceof SpeakerCloner ? () => cloner.state() : undefined
  registerMetrics(registry, {
    models,
    storage,
    sockets,
    guard,
    leases,
    settlements,
    credits,
    cloning,
    usage,
    clips,
  })
  return {
    url: app.server!.url.href.replace(/\/$/, ''),
    server: app.server!,
    storage,
    sockets,
    routes: app.routes,
    turns,
    readiness,
    live,
    registry,
    member: (credits, limits = { requestsPerMinute: 1_000_000, concurrency: 1000 }) =>
      createMember(db, credits, limits),
    async balance({ organizationId }) {
      const organization = await db.query.organizations.findFirst({
        where: (row, { eq }) => eq(row.id, organizationId),
      })
      return organization!.balance
    },
    async close() {
      await app.stop(true)
      await running.ended()
      await heartbeat.stop()
      if (shared === undefined) await storage.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
