import { authorize, type Caller, createKey } from '../../src/accounts/keys.ts'
import { purchase } from '../../src/accounts/ledger.ts'
import { createOrganization } from '../../src/accounts/organizations.ts'
import { Settler } from '../../src/accounts/settler.ts'
import { createApp } from '../../src/app.ts'
import { EmbeddedEngine } from '../../src/speech/engine/embedded.ts'
import type { Engine } from '../../src/speech/engine/engine.ts'
import type { Database, Storage } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { RunningTurns } from '../../src/tts/running-turns.ts'
import { socketHandlers } from '../../src/tts/websocket/server.ts'
import type { SpeechSocket } from '../../src/tts/websocket/socket.ts'
import { syncSharedVoices } from '../../src/voices/voices.ts'
import { databases } from './databases.ts'

export interface Member extends Caller {
  readonly key: string
}

/** Purr as a client meets it: the whole application on a port of its own, over Postgres where there is one. */
export interface Service {
  readonly url: string
  readonly storage: Storage
  /** The WebSockets that are open. */
  readonly sockets: ReadonlySet<SpeechSocket>
  /** Makes an organization with credits and a key. */
  member(credits: number): Promise<Member>
  /** The balance of an organization, in credits. */
  balance(member: Member): Promise<number>
  close(): Promise<void>
}

let engine: Promise<Engine> | undefined

/** The real engine, shared by the tests of a run: it takes a second to start and keeps no state. */
export function sharedEngine(): Promise<Engine> {
  engine ??= EmbeddedEngine.start({ size: 2 })
  return engine
}

/**
 * @param speech an engine in place of the real one
 * @param through what the service's statements go through on their way to the database
 */
export async function startService(speech?: Engine, through = (db: Database) => db): Promise<Service> {
  const storage = await databases.at(-1)!.open()
  const { db } = storage
  await syncSharedVoices(db)
  const log = createLog()
  log.level = 'silent'
  const served = through(db)
  const settler = new Settler(served, log)
  const running = new RunningTurns()
  const turnServices = { db: served, engine: speech ?? (await sharedEngine()), settler, running, log }
  const sockets = new Set<SpeechSocket>()
  const app = createApp(turnServices, sockets).listen({
    port: 0,
    hostname: '127.0.0.1',
    websocket: socketHandlers,
  })
  return {
    url: app.server!.url.href.replace(/\/$/, ''),
    storage,
    sockets,
    async member(credits) {
      const { organizationId, projectId } = await createOrganization(db, crypto.randomUUID())
      if (credits > 0)
        await purchase(db, organizationId, { credits, provider: 'test', reference: organizationId })
      const key = await createKey(db, projectId, 'test')
      return { key, ...(await authorize(db, key))! }
    },
    async balance({ organizationId }) {
      const organization = await db.query.organizations.findFirst({
        where: (row, { eq }) => eq(row.id, organizationId),
      })
      return organization!.balance
    },
    async close() {
      await app.stop(true)
      await storage.close()
    },
  }
}
