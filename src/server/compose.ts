import { Registry } from 'prom-client'
import { version } from '../../package.json'
import { CreditCounts } from '../accounts/credit-counts.ts'
import { Heartbeat } from '../accounts/heartbeat.ts'
import { KeyWatch } from '../accounts/key-watch.ts'
import { LeaseRenewer } from '../accounts/lease-renewer.ts'
import { SettlementQueue } from '../accounts/settlement-queue.ts'
import { createApp } from '../app.ts'
import { StripeCheckout } from '../billing/stripe.ts'
import { removeOrphanedPrompts } from '../bridges/prompts/orphaned-prompts.ts'
import { Prompts } from '../bridges/prompts/prompts.ts'
import type { Config, StripeKeys } from '../config.ts'
import { CompiledDictionaries } from '../dictionaries/compiled-dictionaries.ts'
import { EmbeddedEngine } from '../engines/embedded/embedded.ts'
import { embeddedModel } from '../engines/embedded/embedded-model.ts'
import { MODEL_FOLDER, modelFingerprint } from '../engines/embedded/model-folder.ts'
import { folderWarnings } from '../engines/registered-folders.ts'
import { openModels } from '../engines/registry.ts'
import { othersInWords } from '../greeting.ts'
import { Readiness } from '../health/readiness.ts'
import { BodyReader } from '../http/body.ts'
import { HttpMetrics } from '../http/http-metrics.ts'
import { KeyGuard } from '../http/key-guard.ts'
import { RecentRefusals } from '../http/recent-refusals.ts'
import { OpenSockets } from '../http/sockets/open-sockets.ts'
import { LANGUAGES } from '../languages/registry.ts'
import { Auth, SESSION_SECRET } from '../management/access/auth.ts'
import { Live } from '../management/live/live.ts'
import { registerMetrics } from '../metrics.ts'
import { Retention } from '../retention/retention.ts'
import { fitInProcess, SpeakerCloner } from '../speech/cloning/analysis-processes.ts'
import { warmUpReading } from '../speech/warm-up.ts'
import type { Storage } from '../storage/database.ts'
import { keptSecret } from '../storage/kept-secret.ts'
import type { Log } from '../telemetry/log.ts'
import { openTracing } from '../telemetry/open-tracing.ts'
import { RunningTurns } from '../tts/running-turns.ts'
import { TurnMetrics } from '../tts/turn-metrics.ts'
import { UsageRecorder } from '../usage/recorder.ts'
import { Cloning } from '../voices/cloning.ts'
import { Refitting } from '../voices/refitting.ts'
import { syncSharedVoices } from '../voices/voices.ts'

/** A customer who opens a checkout waits no longer (milliseconds). */
const STRIPE_OPTIONS = { timeout: 10_000, maxNetworkRetries: 1 }

/** The parts of a server process. */
export type Parts = Awaited<ReturnType<typeof compose>>

/**
 * Makes the parts of a server process, from the engines to the routes. It registers the process in the database, loads the
 * models, and prints what it does. Nothing listens yet.
 *
 * @throws EngineFailure or ModelError if a model cannot be used, StorageUnavailable if DATA_DIR cannot be written
 */
export async function compose(config: Config, storage: Storage, log: Log) {
  const { db } = storage
  const heartbeat = new Heartbeat(db, log)
  await heartbeat.start(storage.isExclusive)
  const processId = heartbeat.id
  const registry = new Registry()
  const guard = new KeyGuard()
  const turns = {
    db,
    ...(await loadModels(config, log)),
    dictionaries: new CompiledDictionaries(db),
    settlements: new SettlementQueue(db, log),
    leases: new LeaseRenewer(db, log),
    credits: new CreditCounts(),
    keys: new KeyWatch(db, log, (prefix) => guard.forget(prefix)),
    processId,
    running: new RunningTurns(),
    metrics: new TurnMetrics(registry),
    refusals: new RecentRefusals(),
    usage: new UsageRecorder({ db, processId, log }),
    log,
    tracing: config.tracing && (await openTracing(config.tracing, version, log)),
  }
  await syncSharedVoices(turns)
  const bodies = new BodyReader()
  const cloner = new SpeakerCloner({ log })
  const fingerprint = await modelFingerprint(MODEL_FOLDER)
  const sockets = new OpenSockets(turns.keys)
  const routes = {
    guard,
    auth: await openAuth(config, storage),
    requests: new HttpMetrics(registry),
    bodies,
    sockets,
    cloning: new Cloning(turns, cloner, bodies),
    prompts: await openPrompts(config, fingerprint, log),
    live: new Live({ turns, registry, sockets }),
    readiness: new Readiness(db, turns.models),
    corsOrigins: config.corsOrigins,
    isEncrypted: config.tls !== undefined,
    checkout: config.stripe && (await stripeCheckout(config.stripe)),
    calls: config.calls,
  }
  registerMetrics(registry, { ...turns, ...routes, storage, clips: () => cloner.state() })
  return {
    storage,
    heartbeat,
    registry,
    turns,
    routes,
    app: createApp(turns, routes),
    cloner,
    refitting: new Refitting(db, processId, fingerprint, fitInProcess, log),
    retention: new Retention({
      db,
      processId,
      log,
      days: config.chargeDays,
      removeOrphans: () => removeOrphanedPrompts(db, config.dataDir),
    }),
  }
}

/** Loads the model that comes with Purr, and opens those of MODELS_DIR. */
async function loadModels({ workers, modelsDir }: Config, log: Log) {
  console.log(`Loading the voices into ${workers} inference ${workers === 1 ? 'worker' : 'workers'} …`)
  const starting = EmbeddedEngine.start({
    size: workers,
    onIncident: (message, cause) => log.error({ err: cause }, message),
  })
  warmUpReading(LANGUAGES) // while the workers load
  const engine = await starting
  const embedded = embeddedModel(engine, engine)
  for (const warning of await folderWarnings(modelsDir, embedded.id)) console.warn(`purr: ${warning}`)
  const models = await openModels(embedded, { folder: modelsDir, env: process.env, log })
  const others = othersInWords(models)
  if (others !== undefined) console.log(others)
  return { models, pronouncer: engine }
}

async function openAuth(config: Config, { db }: Storage): Promise<Auth> {
  const { dataDir, publicUrl, operatorEmail } = config
  const secret = config.sessionSecret ?? (await keptSecret(dataDir, SESSION_SECRET))
  return new Auth({ db, secret, publicUrl, operatorEmail })
}

function openPrompts({ prompts, dataDir, publicUrl }: Config, model: string, log: Log): Promise<Prompts> {
  return Prompts.open({ ...prompts, version, model, dataDir, publicUrl }, log)
}

/** The library of the payment provider is large: it is loaded only where it is used. */
async function stripeCheckout({ secretKey, webhookSecret }: StripeKeys): Promise<StripeCheckout> {
  const { default: Stripe } = await import('stripe')
  return new StripeCheckout(new Stripe(secretKey, STRIPE_OPTIONS), webhookSecret)
}
