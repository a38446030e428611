import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { embeddedModel } from '../../src/engines/embedded/embedded-model.ts'
import { Models } from '../../src/engines/models.ts'
import type { Health, Model } from '../../src/engines/shared/model.ts'
import { Readiness } from '../../src/health/readiness.ts'
import type { Database } from '../../src/storage/database.ts'
import { eventually } from '../support/eventually.ts'
import { failing } from '../support/failing-database.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** The main model and another one, with engines in these states. */
function modelsIn(main: Health, other: Health): Models {
  const modelIn = (id: string, health: Health): Model => ({
    ...service.turns.models.main,
    id,
    voices: [],
    health: () => health,
  })
  return new Models(modelIn('main', main), [modelIn('other', other)])
}

const readinessOf = (db: Database, models = service.turns.models) => new Readiness(db, models)

test('a server that can take requests says so, without a key', async () => {
  const alive = await fetch(`${service.url}/healthz`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
  const ready = await fetch(`${service.url}/readyz`)
  const report = { status: 'ready', missing: [], models: { 'gepard-1.0': 'ready' } }
  expect([ready.status, await ready.json()]).toEqual([200, report])
})

test('a stopping one is alive, but takes none', async () => {
  const stopping = await startService()
  stopping.readiness.leave()
  const ready = await fetch(`${stopping.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { status: 'not_ready', missing: ['stopping'] },
  ])
  expect((await fetch(`${stopping.url}/healthz`)).status).toBe(200)
  await stopping.close()
})

test('one without workers of the main model takes none, and other models only tell', async () => {
  const { db } = service.storage
  expect(await readinessOf(db, modelsIn('unavailable', 'ready')).report()).toMatchObject({
    status: 'not_ready',
    missing: ['workers'],
  })
  expect(await readinessOf(db, modelsIn('degraded', 'unavailable')).report()).toEqual({
    status: 'ready',
    missing: [],
    models: { main: 'degraded', other: 'unavailable' },
  })
})

test('one whose embedded model has lost its last worker takes none', async () => {
  const engine = await EmbeddedEngine.start({ size: 1 })
  const readiness = readinessOf(service.storage.db, new Models(embeddedModel(engine, engine)))
  expect((await readiness.report()).status).toBe('ready')
  await engine.close()
  expect(await readiness.report()).toEqual({
    status: 'not_ready',
    missing: ['workers'],
    models: { 'gepard-1.0': 'unavailable' },
  })
})

test('one whose database fails takes none, until it is back', async () => {
  let isAway = true
  const readiness = readinessOf(failing(service.storage.db, () => (isAway ? 'before' : 'never')))
  expect((await readiness.report()).missing).toEqual(['database'])
  isAway = false
  await eventually(async () => (await readiness.report()).status === 'ready')
})

test('one whose database can only be read takes none', async () => {
  await service.storage.db.transaction(async (standby) => {
    await standby.execute(sql`SET TRANSACTION READ ONLY`)
    expect(await readinessOf(standby).report()).toMatchObject({ status: 'not_ready', missing: ['database'] })
  })
})

test('a database that is silent is asked once, and nobody waits for it', async () => {
  let asked = 0
  const silent = new Proxy(service.storage.db, {
    get: (target, name) =>
      name === 'execute' ? () => new Promise(() => asked++) : Reflect.get(target, name),
  })
  const readiness = readinessOf(silent)
  const reports = await Promise.all(Array.from({ length: 50 }, () => readiness.report()))
  expect(new Set(reports.map(({ missing }) => missing.join()))).toEqual(new Set(['database']))
  expect(asked).toBe(1)
})

test('a database of an earlier version lacks a migration; one of a later version does not', async () => {
  const { db } = service.storage
  const shift = (by: number) =>
    db.execute(sql`UPDATE drizzle.__drizzle_migrations SET created_at = created_at + ${by}`)
  await shift(-1)
  expect((await readinessOf(db).report()).missing).toEqual(['schema'])
  await shift(2)
  expect((await readinessOf(db).report()).missing).toEqual([])
  await shift(-1)
})
