import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { commandLineRoutes } from '../../src/management/command-line-routes.ts'
import { backUp } from '../../src/storage/backup/back-up.ts'
import { OnlineBackup } from '../../src/storage/backup/online-backup.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { askServer, ControlRefused, sendToServer, serveControl } from '../../src/storage/control-socket.ts'
import type { Database } from '../../src/storage/database.ts'
import { openEmbedded } from '../../src/storage/pglite.ts'
import { currentTerms } from '../../src/storage/statement-terms.ts'
import { DatabaseUnavailable } from '../../src/storage/unavailable.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { failing } from '../support/failing-database.ts'

test('a begin whose answer is lost, and a hidden file of somebody else, do no harm to the next backup', async () => {
  const folder = await newDataFolder()
  const storage = await openEmbedded(join(folder, 'database'))
  let isLost = true
  const lossy = (tx: Database) =>
    failing(tx, (statement) => (isLost && statement.includes('pg_backup_start') ? 'after' : 'never'))
  const limits = new Set<boolean>()
  const transaction: Database['transaction'] = (work, config) => {
    limits.add(currentTerms().isUnlimited !== true)
    return storage.db.transaction((tx) => work(lossy(tx) as typeof tx), config)
  }
  const db = new Proxy(storage.db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
  const backup = new OnlineBackup(db)
  const lost = await backup.begin().catch((error) => error)
  expect(lost).toBeInstanceOf(DatabaseUnavailable)
  expect(`${lost.cause}`).toContain('connection reset')
  isLost = false
  const cluster = join(folder, 'database/postgres')
  await writeFile(join(cluster, 'base/.DS_Store'), 'of a file manager')
  const file = join(folder, 'purr.backup')
  await backUp(cluster, { begin: () => backup.begin(), end: (id) => backup.end(id) }, file)
  expect([...limits]).toEqual([false]) // the checkpoint of a large database takes long
  await storage.close()
  await restore(file, join(folder, 'restored'))
  expect(await readdir(join(folder, 'restored/postgres/base'))).not.toContain('.DS_Store')
  await rm(folder, { recursive: true })
})

describe('a command to the running server', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purr-control-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('finds that no server runs where there is no socket, or one that nobody listens on', async () => {
    const left = join(folder, 'left.sock')
    await writeFile(left, '')
    for (const socket of [join(folder, 'none.sock'), left])
      expect(await askServer(socket, 'backup-begin')).toBeUndefined()
  })

  test('says so when the server does not know the command', async () => {
    const socket = join(folder, 'older.sock')
    const storage = await openEmbedded(join(folder, 'database'))
    const routes = commandLineRoutes({ db: storage.db, log: createLog() })
    const server = serveControl(socket, {}, (request) => routes.handle(request))
    const failure = await askServer(socket, 'backup-begin').catch((error) => error)
    expect(failure).toEqual(new ControlRefused('the running server is of another version: start it again'))
    await server.stop()
    await storage.close()
  })

  test('says what the database says, without the statement', async () => {
    const socket = join(folder, 'failing.sock')
    const storage = await openEmbedded(join(folder, 'failing'))
    const commands = { 'backup-end': (id: string) => storage.db.execute(sql`SELECT ${id}::uuid`) }
    const server = serveControl(socket, commands, async () => new Response())
    const failure = await askServer(socket, 'backup-end', 'none').catch((error) => error)
    expect(failure).toEqual(new ControlRefused('invalid input syntax for type uuid: "none"'))
    await server.stop()
    await storage.close()
  })

  test('is waited for longer than a server waits for the next word of a connection', async () => {
    const socket = join(folder, 'slow.sock')
    const server = serveControl(socket, {}, async () => {
      await Bun.sleep(13_000) // Bun closes a connection that is silent for 10 s, or up to 2 s more
      return new Response('the report')
    })
    const answer = await sendToServer(socket, new Request('http://purr/management/reports/ledger'))
    expect(await answer!.text()).toBe('the report')
    await server.stop()
  })

  test('says so when the connection breaks', async () => {
    const socket = join(folder, 'breaks.sock')
    const server = Bun.listen({ unix: socket, socket: { data: (connection) => connection.terminate() } })
    const failure = await askServer(socket, 'backup-begin').catch((error) => error)
    expect(`${failure}`).toContain(`the running server did not answer on ${socket} (ECONNRESET)`)
    server.stop()
  })
})
