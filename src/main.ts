import { refundAbandoned } from './accounts/ledger.ts'
import { ensureFirstOrganization } from './accounts/organizations.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { greeting } from './greeting.ts'
import { catalogue } from './speech/catalogue.ts'
import { EmbeddedEngine } from './speech/engine/embedded.ts'
import { FolderInUse } from './storage/lock.ts'
import { openStorage } from './storage/open.ts'
import { returnFreeMemory } from './system/memory.ts'
import { createLog } from './telemetry/log.ts'
import { syncSharedVoices } from './voices/voices.ts'

/** Seconds for which an idle connection is kept, and a reader that takes nothing is waited for. */
const IDLE_TIMEOUT = 60
/** How long running turns may go on after the order to stop (milliseconds). */
const SHUTDOWN_TIMEOUT = 60_000

const log = createLog()

async function start(): Promise<void> {
  const config = readConfig()
  const storage = await openStorage(config)
  const { db } = storage
  if (storage.exclusive) await refundAbandoned(db)
  await syncSharedVoices(db)
  const engine = await EmbeddedEngine.start({
    size: config.workers,
    onIncident: (message, cause) => log.error({ err: cause }, message),
  })
  const server = listen(createApp({ db, engine, log }), config)
  // Last of all: a key that is made before something else fails would never be seen.
  const key = await ensureFirstOrganization(db, config.credits, config.apiKey)
  returnFreeMemory()
  console.log(greeting(server.url, key, catalogue()[0]!.id))

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref()
    await server.stop()
    await engine.close()
    await storage.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function listen(app: ReturnType<typeof createApp>, { port, host }: Config): Bun.Server<unknown> {
  try {
    return app.listen({ port, hostname: host, idleTimeout: IDLE_TIMEOUT }).server!
  } catch (cause) {
    throw new ConfigError(`cannot listen on ${host}:${port} (${cause}): set PORT or HOST to a free address`, {
      cause,
    })
  }
}

start().catch((error) => {
  if (error instanceof ConfigError || error instanceof FolderInUse) console.error(`purr: ${error.message}`)
  else log.fatal({ err: error }, 'Purr could not start')
  process.exit(1)
})
