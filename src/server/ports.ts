import { authorize } from '../accounts/authorize.ts'
import { KeyRefused } from '../accounts/keys.ts'
import { type WyomingOptions, WyomingServer } from '../bridges/wyoming/server.ts'
import type { Certificate } from '../certificate.ts'
import { type Config, ConfigError } from '../config.ts'
import { probes } from '../health/routes.ts'
import { authorityOf } from '../http/authority.ts'
import { Listener } from '../http/listener.ts'
import { socketHandlers } from '../http/sockets/socket.ts'
import { commandLineRoutes } from '../management/command-line-routes.ts'
import { OnlineBackup } from '../storage/backup/online-backup.ts'
import { controlSocket, serveControl } from '../storage/control-socket.ts'
import { type MetricsConfig, serveMetrics } from '../telemetry/metrics-server.ts'
import type { Parts } from './compose.ts'

/** Where a server process is reached. */
export interface Ports {
  /** The API. */
  readonly listener: Listener
  /** Undefined: metrics are not served. */
  readonly metrics: Bun.Server<undefined> | undefined
  /** Undefined: there is no Wyoming server. */
  readonly wyoming: WyomingServer | undefined
  /**
   * The socket of the command line. Undefined: the database is a Postgres, which the command line reaches itself, or no socket
   * can be made.
   */
  readonly control: Bun.Server<undefined> | undefined
}

/** What the API is served with. */
export interface ApiOptions {
  readonly certificate: Certificate | undefined
  /** Is called when nothing listens at PORT any more. */
  readonly onLost: (error: unknown) => void
}

/**
 * Opens the ports of a server process, and prints where metrics and Wyoming are.
 *
 * @throws ConfigError if it cannot listen at one of them, KeyRefused if WYOMING_API_KEY is no valid key
 */
export async function openPorts(parts: Parts, config: Config, api: ApiOptions): Promise<Ports> {
  return {
    listener: listen(parts, config, api),
    metrics: config.metrics && metricsServer(parts, config.metrics),
    wyoming: config.wyoming && (await wyomingServer(parts, config.wyoming)),
    control: parts.storage.isExclusive ? controlServer(parts, config) : undefined,
  }
}

function listen({ app }: Parts, { port, host }: Config, { certificate, onLost }: ApiOptions): Listener {
  try {
    return new Listener(app, { port, host, websocket: socketHandlers, onLost }, certificate)
  } catch (cause) {
    throw cannotListen({ port, host }, 'PORT or HOST', cause)
  }
}

function metricsServer({ registry, routes }: Parts, config: MetricsConfig): Bun.Server<undefined> {
  try {
    const server = serveMetrics(registry, config, probes(routes.readiness))
    console.log(`Metrics for Prometheus are at ${server.url}metrics.`)
    return server
  } catch (cause) {
    throw cannotListen(config, 'METRICS_PORT or METRICS_HOST', cause)
  }
}

async function wyomingServer({ turns }: Parts, config: WyomingOptions): Promise<WyomingServer> {
  if ((await authorize(turns.db, config.apiKey)) === undefined) {
    throw new KeyRefused(
      'WYOMING_API_KEY is not a valid key of this database: set it to one, or unset WYOMING_PORT for the first start, which makes one',
    )
  }
  try {
    const wyoming = await WyomingServer.listen(turns, config)
    console.log(`Listening for Wyoming clients at tcp://${authorityOf(config.host, wyoming.port)}.`)
    return wyoming
  } catch (cause) {
    throw cannotListen(config, 'WYOMING_PORT or WYOMING_HOST', cause)
  }
}

function cannotListen(
  { host, port }: { host: string; port: number },
  variables: string,
  cause: unknown,
): ConfigError {
  return new ConfigError(
    `cannot listen on ${authorityOf(host, port)} (${cause}): set ${variables} to a free address`,
    {
      cause,
    },
  )
}

/** Lets the command line reach this server, which has the embedded database. */
function controlServer({ turns, routes }: Parts, config: Config): Bun.Server<undefined> | undefined {
  const { db, log, keys } = turns
  const { dataDir, operatorEmail } = config
  const backup = new OnlineBackup(db)
  const commands = { 'backup-begin': () => backup.begin(), 'backup-end': (id: string) => backup.end(id) }
  const management = commandLineRoutes({ db, log, operatorEmail, guard: routes.guard, keys })
  try {
    return serveControl(controlSocket(dataDir), commands, (request) => management.handle(request))
  } catch (cause) {
    const only =
      'no socket can be made in DATA_DIR, so the command line works only while this server is stopped'
    log.warn({ err: cause }, only)
    return undefined
  }
}
