import { isatty } from 'node:tty'
import { Registry } from 'prom-client'
import { authorize } from './accounts/authorize.ts'
import { CreditCounts } from './accounts/credit-counts.ts'
import { Heartbeat } from './accounts/heartbeat.ts'
import { KeyWatch } from './accounts/key-watch.ts'
import { KeyRefused } from './accounts/keys.ts'
import { LeaseRenewer } from './accounts/lease-renewer.ts'
import { ensureFirstOrganization } from './accounts/organizations.ts'
import { SettlementQueue } from './accounts/settlement-queue.ts'
import { createApp, VERSION } from './app.ts'
import { StripeCheckout } from './billing/stripe.ts'
import { removeOrphanedPrompts } from './bridges/prompts/orphaned-prompts.ts'
import { Prompts } from './bridges/prompts/prompts.ts'
import { WyomingServer } from './bridges/wyoming/server.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { CertificateWatch } from './certificate-watch.ts'
import { type Config, ConfigError, readConfig, type StripeKeys, type WyomingConfig } from './config.ts'
import { CompiledDictionaries } from './dictionaries/compiled-dictionaries.ts'
import { EmbeddedEngine } from './engines/embedded/embedded.ts'
import { embeddedModel } from './engines/embedded/embedded-model.ts'
import { MODEL_FOLDER, modelFingerprint } from './engines/embedded/model-folder.ts'
import { folderWarnings, openModels } from './engines/registry.ts'
import { EngineFailure } from './engines/shared/engine.ts'
import { ModelError } from './engines/shared/engine-kind.ts'
import { GIVEN_KEY, type Greeted, greeting, othersInWords } from './greeting.ts'
import { Readiness } from './health/readiness.ts'
import { type Probes, probes } from './health/routes.ts'
import { BodyReader } from './http/body.ts'
import { HttpMetrics } from './http/http-metrics.ts'
import { KeyGuard } from './http/key-guard.ts'
import { Listener } from './http/listener.ts'
import { RecentRefusals } from './http/recent-refusals.ts'
import { OpenSockets } from './http/sockets/open-sockets.ts'
import { socketHandlers } from './http/sockets/socket.ts'
import { Auth, SESSION_SECRET } from './management/access/auth.ts'
import { commandLineRoutes } from './management/command-line-routes.ts'
import { Live } from './management/live/live.ts'
import { makeWelcomeCode } from './management/people/welcome.ts'
import { registerMetrics } from './metrics.ts'
import { Retention } from './retention/retention.ts'
import { fitInProcess, SpeakerCloner } from './speech/cloning/analysis-processes.ts'
import { OnlineBackup } from './storage/backup/online-backup.ts'
import { controlSocket, serveControl } from './storage/control-socket.ts'
import { keptSecret } from './storage/kept-secret.ts'
import { openStorage } from './storage/open.ts'
import { firstLine, isOfDatabase, StorageUnavailable, withoutStatement } from './storage/unavailable.ts'
import { whenItAnswers } from './storage/when-it-answers.ts'
import { hideFromOthers } from './system/hidden.ts'
import { onLauncherGone } from './system/launcher.ts'
import { returnFreeMemory } from './system/memory.ts'
import { createLog } from './telemetry/log.ts'
import { type MetricsConfig, serveMetrics } from './telemetry/metrics-server.ts'
import { openTracing } from './telemetry/open-tracing.ts'
import { RunningTurns } from './tts/running-turns.ts'
import type { TurnServices } from './tts/turn.ts'
import { TurnMetrics } from './tts/turn-metrics.ts'
import { UsageRecorder } from './usage/recorder.ts'
import { Cloning } from './voices/cloning.ts'
import { Refitting } from './voices/refitting.ts'
import { syncSharedVoices } from './voices/voices.ts'

/** Time between two checks whether too many workers hang (milliseconds). */
const HANG_PERIOD = 1000
/** How long a stop may take (milliseconds). Requests end before; only a database that is away can hold it up this long. */
const SHUTDOWN_TIMEOUT = 28_000
/**
 * A signal so soon after the first is the same one (milliseconds): Ctrl+C reaches the server and "bun start", which passes it
 * on.
 */
const SAME_SIGNAL = 1000

/** A customer who opens a checkout waits no longer (milliseconds). */
const STRIPE_OPTIONS = { timeout: 10_000, maxNetworkRetries: 1 }

const log = createLog()

/** Stops the server. At the start there is nothing to finish yet. */
let stop: (exitCode: 0 | 1) => unknown = (exitCode) => process.exit(exitCode)
// From the first moment on: process 1 of a container is not ended by a signal that it does not handle.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))

/** Reads the certificate again. Undefined: there is none, or none is served yet. */
let reload: (() => void) | undefined
/** Asked now: a terminal that is gone is none. */
const hasTerminal = isatty(0)
// systemd's reload sends it, whether there is a certificate or not. From a terminal it says that the terminal is gone.
process.on('SIGHUP', () => {
  if (reload) reload()
  else if (hasTerminal) stop(0)
})

async function start(): Promise<void> {
  hideFromOthers()
  const config = readConfig()
  log.level = config.logLevel
  const certificate = config.tls && readCertificate(config.tls)
  console.log('Opening the database; creating a new one takes some seconds …')
  const reportIncident = (message: string, cause: unknown) => log.error({ err: cause }, message)
  const storage = await whenItAnswers(() => openStorage(config, reportIncident), console.log)
  const { db } = storage
  const { credits: granted, tier, apiKey } = config
  const ensureOrganization = () => ensureFirstOrganization(db, { credits: granted, tier, key: apiKey })
  if (apiKey !== undefined) await ensureOrganization()
  const heartbeat = new Heartbeat(db, log)
  await heartbeat.start(storage.exclusive)
  console.log(
    `Loading the voices into ${config.workers} inference ${config.workers === 1 ? 'worker' : 'workers'} …`,
  )
  const engine = await EmbeddedEngine.start({
    size: config.workers,
    onIncident: reportIncident,
  })
  const embedded = embeddedModel(engine, engine)
  for (const warning of await folderWarnings(config.modelsDir, embedded.id)) console.warn(`purr: ${warning}`)
  const models = await openModels(embedded, { folder: config.modelsDir, env: process.env, log })
  const others = othersInWords(models)
  if (others !== undefined) console.log(others)
  await syncSharedVoices({ db, models })
  const cloner = new SpeakerCloner({ log })
  const bodies = new BodyReader()
  const usage = new UsageRecorder({ db, processId: heartbeat.id, log })
  const cloning = new Cloning({ db, models, usage }, cloner, bodies)
  const fingerprint = await modelFingerprint(MODEL_FOLDER)
  const refitting = new Refitting(db, heartbeat.id, fingerprint, fitInProcess, log)
  const { dataDir, publicUrl } = config
  const spokenBy = { version: VERSION, model: fingerprint }
  const prompts = await Prompts.open({ ...config.prompts, ...spokenBy, dataDir, publicUrl }, log)
  const settlements = new SettlementQueue(db, log)
  const leases = new LeaseRenewer(db, log)
  const keys = new KeyWatch(db, log)
  const running = new RunningTurns()
  const dictionaries = new CompiledDictionaries(db)
  const checkout = config.stripe && (await stripeCheckout(config.stripe))
  const sockets = new OpenSockets(keys)
  const readiness = new Readiness(db, models)
  const registry = new Registry()
  const guard = new KeyGuard()
  const credits = new CreditCounts()
  const tracing = config.tracing && (await openTracing(config.tracing, VERSION, log))
  const services = {
    db,
    models,
    pronouncer: engine,
    dictionaries,
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
  const live = new Live({ turns: services, registry, sockets })
  const secret = config.sessionSecret ?? (await keptSecret(dataDir, SESSION_SECRET))
  const { operatorEmail } = config
  const auth = new Auth({ db, secret, publicUrl, operatorEmail })
  const app = createApp(services, {
    guard,
    auth,
    requests: new HttpMetrics(registry),
    bodies,
    sockets,
    cloning,
    prompts,
    live,
    readiness,
    corsOrigins: config.corsOrigins,
    checkout,
    calls: config.calls,
  })
  const listener = listen(app, config, certificate)
  const watch =
    certificate && new CertificateWatch(config.tls!, certificate, (each) => listener.replace(each), log)
  if (watch) reload = () => watch.reload()
  const clips = () => cloner.state()
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
  const metrics = config.metrics && metricsServer(registry, config.metrics, probes(readiness))
  const wyoming = config.wyoming && (await wyomingServer(services, config.wyoming))
  const control = storage.exclusive ? controlServer(dataDir, { db, log, keys, operatorEmail }) : undefined
  const retention = new Retention({
    db,
    processId: heartbeat.id,
    log,
    days: config.chargeDays,
    removeOrphans: () => removeOrphanedPrompts(db, dataDir),
  })
  let refitted: Promise<void> | undefined
  let stopping = false
  let stoppingSince = 0
  stop = async (exitCode) => {
    if (stopping) {
      if (performance.now() - stoppingSince > SAME_SIGNAL) process.exit(1)
      return
    }
    stopping = true
    stoppingSince = performance.now()
    let isSettled = false
    setTimeout(() => process.exit(isSettled ? exitCode : 1), SHUTDOWN_TIMEOUT).unref()
    for (const each of [readiness, bodies, sockets, live, running, cloning, refitting, wyoming]) each?.leave()
    await Promise.all([listener.drain(), wyoming?.closed()])
    await running.ended()
    await Promise.all([settlements.drained(), tracing?.close()])
    isSettled = true
    await usage.leave()
    await refitted
    await retention.leave()
    await heartbeat.stop()
    await metrics?.stop(true)
    await control?.stop(true)
    cloner.close()
    await models.close()
    await storage.close()
    process.exit(exitCode)
  }
  onLauncherGone(() => {
    if (!stopping) stop(0) // a signal to all of a terminal or a unit ends the launcher too
  })
  setInterval(() => {
    if (stopping || !readiness.isBeyondRepair) return
    log.fatal('too many inference workers hang: the server ends, to be started again')
    stop(1)
  }, HANG_PERIOD).unref()

  // Last of all: a key that is made before something else fails would never be seen.
  const key = apiKey === undefined ? await ensureOrganization() : GIVEN_KEY
  returnFreeMemory()
  const welcomeCode = await makeWelcomeCode(db, operatorEmail)
  const said: Greeted = { key, welcomeCode, voiceId: models.main.voices[0]!.id, pid: process.pid }
  console.log(greeting(listener.url, said, { publicUrl, certificate }))
  refitted = refitting.run()
  retention.start()
  usage.start()
}

/** The library of the payment provider is large: it is loaded only where it is used. */
async function stripeCheckout({ secretKey, webhookSecret }: StripeKeys): Promise<StripeCheckout> {
  const { default: Stripe } = await import('stripe')
  return new StripeCheckout(new Stripe(secretKey, STRIPE_OPTIONS), webhookSecret)
}

/** Lets the command line reach this server, which has the embedded database. */
function controlServer(
  dataDir: string,
  services: Parameters<typeof commandLineRoutes>[0],
): Bun.Server<undefined> | undefined {
  const backup = new OnlineBackup(services.db)
  const commands = { 'backup-begin': () => backup.begin(), 'backup-end': (id: string) => backup.end(id) }
  const management = commandLineRoutes(services)
  try {
    return serveControl(controlSocket(dataDir), commands, (request) => management.handle(request))
  } catch (cause) {
    const only =
      'no socket can be made in DATA_DIR, so the command line works only while this server is stopped'
    log.warn({ err: cause }, only)
    return undefined
  }
}

async function wyomingServer(services: TurnServices, config: WyomingConfig): Promise<WyomingServer> {
  if ((await authorize(services.db, config.apiKey)) === undefined) {
    throw new KeyRefused(
      'WYOMING_API_KEY is not a valid key of this database: set it to one, or unset WYOMING_PORT for the first start, which makes one',
    )
  }
  try {
    const wyoming = await WyomingServer.listen(services, config)
    console.log(`Listening for Wyoming clients at tcp://${config.host}:${wyoming.port}.`)
    return wyoming
  } catch (cause) {
    throw new ConfigError(
      `cannot listen on ${config.host}:${config.port} (${cause}): set WYOMING_PORT or WYOMING_HOST to a free address`,
      { cause },
    )
  }
}

function metricsServer(registry: Registry, config: MetricsConfig, others: Probes): Bun.Server<undefined> {
  try {
    const server = serveMetrics(registry, config, others)
    console.log(`Metrics for Prometheus are at ${server.url}metrics.`)
    return server
  } catch (cause) {
    throw new ConfigError(
      `cannot listen on ${config.host}:${config.port} (${cause}): set METRICS_PORT or METRICS_HOST to a free address`,
      { cause },
    )
  }
}

function listen(
  app: ReturnType<typeof createApp>,
  { port, host }: Config,
  certificate: Certificate | undefined,
): Listener {
  const onLost = (error: unknown) => {
    log.fatal({ err: error }, 'nothing listens at PORT any more: the server ends, to be started again')
    stop(1)
  }
  try {
    return new Listener(app, { port, host, websocket: socketHandlers, onLost }, certificate)
  } catch (cause) {
    throw new ConfigError(`cannot listen on ${host}:${port} (${cause}): set PORT or HOST to a free address`, {
      cause,
    })
  }
}

start().catch((thrown) => {
  const error = withoutStatement(thrown)
  if (
    [ConfigError, KeyRefused, StorageUnavailable, EngineFailure, ModelError].some(
      (kind) => error instanceof kind,
    )
  )
    console.error(`purr: ${(error as Error).message}`)
  else if (isOfDatabase(error)) console.error(`purr: the database has failed: ${firstLine(error)}`)
  else console.error(error)
  process.exit(1)
})
