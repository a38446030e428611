import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { prefixIn } from '../../src/accounts/api-key.ts'
import { KeyWatch } from '../../src/accounts/key-watch.ts'
import { revokeKey } from '../../src/accounts/keys.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import type { Log } from '../../src/telemetry/log.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { failing } from '../support/failing-database.ts'
import { createMember, type Member } from '../support/member.ts'

/** Milliseconds between two looks. */
const PERIOD = 20

/** A log that keeps what was said, with its level. */
function keptLog(said: string[]): Log {
  const log = silentLog()
  const keep = (level: string) => (_about: unknown, what?: string) =>
    void said.push(`${level} ${what ?? _about}`)
  return Object.assign(log, { warn: keep('warn'), info: keep('info'), error: keep('error') })
}

describe.each(databases)('the watch of keys on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  /** A watch of the database, which counts its statements, and can be without it. */
  function watching() {
    const state = { looks: 0, isAway: false, said: [] as string[], forgotten: new Set<string>() }
    const through = failing(db, () => {
      state.looks++
      return state.isAway ? 'before' : 'never'
    })
    const forget = (prefix: string) => void state.forgotten.add(prefix)
    return { state, keys: new KeyWatch(through, keptLog(state.said), forget, PERIOD) }
  }

  const revoke = ({ key }: Member) => revokeKey(db, key.slice(8, 16))

  test('tells each who watches a key that is revoked elsewhere once, and nobody else', async () => {
    const { keys, state } = watching()
    const [revoked, valid] = [await createMember(db, 0), await createMember(db, 0)]
    let told = 0
    let others = 0
    const tell = () => void told++
    const stops = [keys.watch(revoked.keyId, tell), keys.watch(revoked.keyId, tell)]
    const left = keys.watch(revoked.keyId, () => void others++)
    const stop = keys.watch(valid.keyId, () => void others++)
    left()
    await revoke(revoked)
    await eventually(() => told === 2)
    const { looks } = state
    await eventually(() => state.looks > looks + 2) // it is still among those that were revoked lately
    expect([told, others]).toEqual([2, 0])
    for (const each of [...stops, left, stop]) each()
    expect(keys.size).toBe(0)
  })

  test('tells of a key that is watched just after it was revoked, and of a statement that took long', async () => {
    const { keys } = watching()
    const members = [await createMember(db, 0), await createMember(db, 0)]
    const told = new Set<string>()
    const watch = ({ keyId }: Member) => keys.watch(keyId, () => void told.add(keyId))
    await revoke(members[0]!)
    watch(members[0]!)
    watch(members[1]!)
    await eventually(() => told.has(members[0]!.keyId))
    await rows(
      db,
      sql`UPDATE keys SET revoked_at = now() - interval '30 seconds' WHERE id = ${members[1]!.keyId}`, // as it had begun
    )
    await eventually(() => told.size === 2)
    expect(keys.size).toBe(0)
  })

  test('ends nothing while the database is away, says so once, and then tells what it has missed', async () => {
    const { keys, state } = watching()
    const member = await createMember(db, 0)
    let told = 0
    keys.watch(member.keyId, () => void told++)
    await eventually(() => state.looks > 2)
    state.isAway = true
    const { looks } = state
    await eventually(() => state.looks > looks + 10)
    await revoke(member)
    expect(told).toBe(0)
    expect(state.said).toEqual(['warn the keys that were revoked could not be read; it is tried again'])
    state.isAway = false
    await eventually(() => told === 1)
    expect(state.said.slice(1)).toEqual(['info the keys that were revoked can be read again'])
  })

  test('reports the prefixes of all keys that were revoked, of which nobody watches some', async () => {
    const { keys, state } = watching()
    const [revoked, valid] = [await createMember(db, 0), await createMember(db, 0)]
    const stop = keys.watch(valid.keyId, () => {})
    await revoke(revoked)
    await eventually(() => state.forgotten.has(prefixIn(revoked.key)))
    expect(state.forgotten.has(prefixIn(valid.key))).toBe(false)
    stop()
  })

  test('asks once for thousands of keys, and not at all when none is in use', async () => {
    const { keys, state } = watching()
    const stops = Array.from({ length: 10_000 }, () => keys.watch(crypto.randomUUID(), () => {}))
    const begun = performance.now()
    await eventually(() => state.looks > 3)
    expect(state.looks).toBeLessThanOrEqual((performance.now() - begun) / PERIOD + 1)
    for (const stop of stops) stop()
    expect(keys.size).toBe(0)
    await Bun.sleep(2 * PERIOD) // one may be on its way
    const { looks } = state
    await Bun.sleep(5 * PERIOD)
    expect(state.looks).toBe(looks)
  })
})
