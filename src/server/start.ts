import { KeyRefused } from '../accounts/keys.ts'
import { ensureFirstOrganization } from '../accounts/organizations.ts'
import { readCertificate } from '../certificate.ts'
import { CertificateWatch } from '../certificate-watch.ts'
import { ConfigError, readConfig } from '../config.ts'
import { EngineFailure } from '../engines/shared/engine.ts'
import { ModelError } from '../engines/shared/engine-kind.ts'
import { GIVEN_KEY, type Greeted, greeting } from '../greeting.ts'
import { makeWelcomeCode } from '../management/people/welcome.ts'
import { openStorage } from '../storage/open.ts'
import { firstLine, isOfDatabase, StorageUnavailable, withoutStatement } from '../storage/unavailable.ts'
import { whenItAnswers } from '../storage/when-it-answers.ts'
import { hideFromOthers } from '../system/hidden.ts'
import { onLauncherGone } from '../system/launcher.ts'
import { returnFreeMemory } from '../system/memory.ts'
import { createLog } from '../telemetry/log.ts'
import { compose } from './compose.ts'
import { openPorts } from './ports.ts'
import { Shutdown } from './shutdown.ts'

/** Time between two checks whether too many workers hang (milliseconds). */
const HANG_PERIOD = 1000

/** Errors of a start whose message says what to do. */
const EXPLAINED = [ConfigError, KeyRefused, StorageUnavailable, EngineFailure, ModelError]

const log = createLog()

/** What signals do. */
export interface Signals {
  /** Stops the server. */
  stop: (exitCode: 0 | 1) => void
  /** Reads the certificate again. Undefined: there is none, or none is served yet. */
  reload: (() => void) | undefined
}

/**
 * Starts the server. If that fails, it prints why and ends the process.
 *
 * @param signals is changed as soon as there is something to stop or to reload
 */
export async function start(signals: Signals): Promise<void> {
  try {
    await begin(signals)
  } catch (thrown) {
    const error = withoutStatement(thrown)
    if (EXPLAINED.some((kind) => error instanceof kind)) console.error(`purr: ${(error as Error).message}`)
    else if (isOfDatabase(error)) console.error(`purr: the database has failed: ${firstLine(error)}`)
    else console.error(error)
    process.exit(1)
  }
}

async function begin(signals: Signals): Promise<void> {
  hideFromOthers()
  const config = readConfig()
  const { credits, tier, apiKey, tls, publicUrl, operatorEmail } = config
  log.level = config.logLevel
  const certificate = tls && readCertificate(tls)
  console.log('Opening the database; creating a new one takes some seconds …')
  const reportIncident = (message: string, cause: unknown) => log.error({ err: cause }, message)
  const storage = await whenItAnswers(() => openStorage(config, reportIncident), console.log)
  const { db } = storage
  const ensureOrganization = () => ensureFirstOrganization(db, { credits, tier, key: apiKey })
  if (apiKey !== undefined) await ensureOrganization()

  const parts = await compose(config, storage, log)
  const ports = await openPorts(parts, config, { certificate, onLost: (error) => onLost(error, signals) })
  if (tls && certificate) {
    const watch = new CertificateWatch(tls, certificate, (each) => ports.listener.replace(each), log)
    signals.reload = () => watch.reload()
  }
  const shutdown = new Shutdown(parts, ports)
  signals.stop = (exitCode) => shutdown.begin(exitCode)
  onLauncherGone(() => {
    if (!shutdown.hasBegun) signals.stop(0) // a signal to all of a terminal or a unit ends the launcher too
  })
  setInterval(() => {
    if (shutdown.hasBegun || !parts.routes.readiness.isBeyondRepair) return
    log.fatal('too many inference workers hang: the server exits, for its supervisor to restart it')
    signals.stop(1)
  }, HANG_PERIOD).unref()

  // Last of all: a key that is made before something else fails would never be seen.
  const key = apiKey === undefined ? await ensureOrganization() : GIVEN_KEY
  returnFreeMemory()
  const welcomeCode = await makeWelcomeCode(db, operatorEmail)
  const voiceId = parts.turns.models.main.voices[0]!.id
  const greeted: Greeted = { key, welcomeCode, voiceId, pid: process.pid }
  console.log(greeting(ports.listener.url, greeted, { publicUrl, certificate }))
  void parts.refitting.run()
  parts.retention.start()
  parts.turns.usage.start()
}

function onLost(error: unknown, signals: Signals): void {
  log.fatal(
    { err: error },
    'nothing listens on PORT any more: the server exits, for its supervisor to restart it',
  )
  signals.stop(1)
}
