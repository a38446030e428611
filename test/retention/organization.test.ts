import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { getTableColumns, sql } from 'drizzle-orm'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { KeyRevoked } from '../../src/accounts/refusals.ts'
import { voidCharges } from '../../src/accounts/settlement.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { exportOrganization, exportToFile } from '../../src/retention/export-organization.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { members } from '../../src/storage/schema.ts'
import { keepClone } from '../../src/voices/clones.ts'
import { CLONED } from '../support/controlled-cloner.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { failing } from '../support/failing-database.ts'
import { furnished } from '../support/furnished.ts'
import { createMember } from '../support/member.ts'
import { makePerson, post as request } from '../support/people.ts'
import { seeded } from '../support/random.ts'
import { goodRequest, post } from '../support/request.ts'
import { everything, OWNED, rowsOfOrganization, TABLES } from '../support/rows-of-organization.ts'
import { startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

/** The type of an export's line for the rows of each table; null: they are not exported, for the reason given. */
const LINES: Record<string, string | null> = {
  organizations: 'organization',
  projects: 'project',
  keys: 'key',
  members: 'member',
  invitations: 'invitation',
  management_keys: 'management_key',
  request_windows: 'request_window',
  voices: 'voice',
  pronunciation_dicts: 'pronunciation_dict',
  purchases: 'purchase',
  reversals: 'reversal',
  charges: 'charge',
  daily_charges: 'daily_charge',
  usage: 'usage',
  usage_totals: 'usage_total',
  settlements: null, // part of the line of the charge
  open_charges: null, // a charge without an outcome
  slots: null, // free again after two seconds
}
/** Columns that are not exported. */
const LEFT_OUT: Record<string, readonly string[]> = {
  keys: ['hash'],
  invitations: ['hash'],
  management_keys: ['hash'],
}

test('the documentation lists the types of an export', async () => {
  const page = await Bun.file('src/docs/operating.md').text()
  const [, table] = /^\| `type` \| \|\n(.*?)\n\n/ms.exec(page)!
  const listed = table!.split('\n').flatMap((row) => row.split(' | ')[0]!.match(/\w+/g) ?? [])
  const types = Object.values(LINES).filter((type) => type !== null)
  expect(listed.toSorted()).toEqual(['export', ...types, 'end'].toSorted())
})

async function exported(db: Database, organizationId: string): Promise<string[]> {
  const lines: string[] = []
  await exportOrganization(db, organizationId, async (line) => void lines.push(line))
  return lines
}

/** A database whose transactions run on another one. */
function inTransactions(db: Database, wrap: (tx: Database) => Database): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => work(wrap(tx) as typeof tx), config)
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
}

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  let folder: string
  beforeAll(async () => {
    storage = await open()
    db = storage.db
    folder = await mkdtemp(join(tmpdir(), 'purr-export-'))
  })
  afterAll(async () => {
    await storage.close()
    await rm(folder, { recursive: true })
  })

  test('an export has all rows and columns of its organization, and nothing of another', async () => {
    const random = seeded(3)
    const [ours, other] = [await furnished(db, 'Ours', random), await furnished(db, 'Other', random)]
    expect(Object.keys(LINES).toSorted()).toEqual(OWNED.toSorted())
    const [own, foreign] = [await rowsOfOrganization(db, ours), await rowsOfOrganization(db, other)]
    const lines = await exported(db, ours)
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(parsed[0]).toEqual({ type: 'export', format: 1, organization_id: ours })
    expect(parsed.at(-1)).toEqual({ type: 'end', lines: lines.length - 1 })
    for (const name of OWNED) {
      const table = own.get(name)!.map((row) => JSON.parse(row) as Record<string, unknown>)
      expect([name, table.length > 0]).toEqual([name, true]) // the fixture has something in each table
      if (LINES[name] === null) continue
      const found = parsed.filter(({ type }) => type === LINES[name])
      expect(found.length).toBe(table.length)
      const columns = Object.values(getTableColumns(TABLES.get(name)!)).map((column) => column.name)
      const kept = columns.filter((column) => !LEFT_OUT[name]?.includes(column))
      const shape = (row: Record<string, unknown>) =>
        JSON.stringify(kept.filter((column) => !/_at$/.test(column)).map((column) => row[column]))
      expect(found.map(shape).toSorted()).toEqual(table.map(shape).toSorted())
      for (const line of found) expect(kept.filter((column) => !(column in line))).toEqual([])
      for (const column of LEFT_OUT[name] ?? [])
        for (const row of table) expect(lines.join('\n')).not.toContain(`${row[column]}`.slice(2))
    }
    const outcomes = new Set(parsed.filter(({ type }) => type === 'charge').map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['confirmed', 'refunded', null]))
    const text = lines.join('\n')
    expect(text).not.toContain('Other')
    for (const name of OWNED)
      for (const row of foreign.get(name)!) {
        const { id } = JSON.parse(row) as { id?: string }
        if (id !== undefined) expect(text).not.toContain(id)
      }
  })

  test('an export is of one moment, and is written whole or not at all', async () => {
    const id = await furnished(db, 'Moment', seeded(5))
    const path = join(folder, 'moment.jsonl.gz')
    const count = await exportToFile(db, id, path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines).toEqual(await exported(db, id))
    expect(JSON.parse(lines.at(-1)!)).toEqual({ type: 'end', lines: count + 1 })
    await expect(exportToFile(db, id, path)).rejects.toThrow('EEXIST')
    expect((await stat(path)).size).toBeGreaterThan(0)
    const half = join(folder, 'half.jsonl.gz')
    let fetched = 0
    const broken = inTransactions(db, (tx) =>
      failing(tx, (statement) => (statement.startsWith('FETCH') && ++fetched > 4 ? 'before' : 'never')),
    )
    await expect(exportToFile(broken, id, half)).rejects.toThrow('connection refused')
    expect(await readdir(folder)).toEqual(['moment.jsonl.gz'])
    await expect(exportToFile(db, id, join(folder, 'missing', 'a'))).rejects.toThrow('ENOENT')
  })

  test('a deletion leaves nothing but paid purchases and reversals without a name, and nothing of others changes', async () => {
    const random = seeded(7)
    const [gone, other] = [await furnished(db, 'Gone GmbH', random), await furnished(db, 'Stays', random)]
    const [own, before] = [await rowsOfOrganization(db, gone), await rowsOfOrganization(db, other)]
    const deletion = await deleteOrganization(db, gone, true, undefined)
    expect(deletion).toMatchObject({
      keys: own.get('keys')!.length,
      voices: own.get('voices')!.length,
      dictionaries: own.get('pronunciation_dicts')!.length,
      kept: { purchases: 1, reversals: 1 },
    })
    const paid = own.get('purchases')!.flatMap((row) => (JSON.parse(row).cents > 0 ? [JSON.parse(row)] : []))
    const taken = own.get('reversals')!.map((row) => JSON.parse(row))
    expect(deletion.kept.cents).toBe(5000 - taken[0].cents)
    const text = await everything(db)
    expect(text).not.toContain(gone)
    expect(text).not.toContain('Gone GmbH')
    const kept = new Set([...paid, ...taken].map(({ id }) => id))
    for (const name of OWNED)
      for (const row of own.get(name)!) {
        const { id } = JSON.parse(row) as { id?: string }
        if (id !== undefined) expect([name, text.includes(id)]).toEqual([name, kept.has(id)])
      }
    const [purchase] = await rows<{ row: object }>(
      db,
      sql`SELECT to_jsonb(p) AS row FROM purchases p WHERE id = ${paid[0].id}`,
    )
    expect(purchase!.row).toMatchObject({ cents: 5000, organization_id: null, provider: 'stripe' })
    expect(await rowsOfOrganization(db, other)).toEqual(before)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('a deletion that fails leaves keys that are refused and a ledger that adds up, and can be repeated', async () => {
    const id = await furnished(db, 'Halfway', seeded(8))
    let statements = 0
    const broken = failing(db, () => (++statements > 4 ? 'before' : 'never'))
    await expect(deleteOrganization(broken, id, true, undefined)).rejects.toThrow()
    expect(await verifyLedger(db)).toEqual([])
    const [valid] = await rows<{ count: number }>(
      db,
      sql`
        SELECT count(*)::int AS count FROM keys k JOIN projects p ON p.id = k.project_id
        WHERE p.organization_id = ${id} AND k.revoked_at IS NULL`,
    )
    expect(valid!.count).toBe(0)
    await deleteOrganization(db, id, true, undefined)
    expect(await everything(db)).not.toContain(id)
  })

  test('a deletion takes charges, too, that were taken while the clock was ahead', async () => {
    const { organizationId, keyId } = await createMember(db, 1000)
    await rows(
      db,
      sql`
        WITH charged AS (
          INSERT INTO charges (organization_id, key_id, credits, created_at)
          VALUES (${organizationId}, ${keyId}, 10, now() + interval '10 days') RETURNING id
        ) INSERT INTO settlements (charge_id, outcome) SELECT id, 'confirmed' FROM charged`,
    )
    await deleteOrganization(db, organizationId, true, undefined)
    expect(await everything(db)).not.toContain(organizationId)
  })

  test('what was on its way for a deleted organization is refused, and ends', async () => {
    const member = await createMember(db, 1000)
    await deleteOrganization(db, member.organizationId, true, undefined)
    const clone = { name: 'Late', description: '', language: 'en', ...CLONED }
    await expect(keepClone(db, member.organizationId, clone)).rejects.toBeInstanceOf(KeyRevoked)
    const charge = { id: crypto.randomUUID(), caller: member, credits: 5, processId: crypto.randomUUID() }
    await voidCharges(db, member.organizationId, [charge]) // an answer that was lost: nothing to refund
    expect(await everything(db)).not.toContain(member.organizationId)
  })
})

test('every column that names an organization has a foreign key, by which a deletion finds it', () => {
  for (const [name, table] of TABLES) {
    const named = Object.values(getTableColumns(table)).some((column) => /organization/.test(column.name))
    if (named && name !== 'organizations') expect(OWNED).toContain(name)
  }
})

test('keys are refused at once, also on an open connection, and a turn that is being spoken ends and is settled', async () => {
  const service = await startService()
  const { db } = service.storage
  const [caller, other] = [await service.member(100_000), await service.member(100_000)]
  const client = await SpeechClient.connect(service.url, caller.key)
  const { transcript: _, ...options } = goodRequest
  const frame = {
    ...options,
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
    context_id: 'open',
    continue: true,
  }
  client.send({ ...frame, transcript: 'Before it was deleted. ' })
  await client.until(() => client.of('open').length > 0)
  const deleting = deleteOrganization(db, caller.organizationId, false, undefined)
  await client.until(
    async () => (await post(`${service.url}/tts/bytes`, caller.key, goodRequest)).status === 401,
  )
  client.send({ ...frame, transcript: 'And after.' })
  expect((await client.turn('open')).at(-1)).toMatchObject({ error_code: 'unauthorized' })
  await deleting
  expect(await everything(db)).not.toContain(caller.organizationId)
  expect(await verifyLedger(db)).toEqual([])
  expect((await post(`${service.url}/tts/bytes`, other.key, goodRequest)).status).toBe(200)
  client.close()
  await service.close()
})

test('nobody makes a key of an organization that is being deleted', async () => {
  const service = await startService()
  const { db } = service.storage
  const { organizationId, key } = await service.member(1000)
  const elsewhere = (await service.member(0)).organizationId
  const owner = await makePerson(service, { organizationId })
  await db.insert(members).values({ organizationId: elsewhere, userId: owner.id, role: 'owner' })
  const authorization = `Bearer ${(await createManagementKey(db, organizationId, 'A program'))!.key}`
  const path = `/management/organizations/${organizationId}`
  const [project] = await rows<{ id: string }>(
    db,
    sql`SELECT id FROM projects WHERE organization_id = ${organizationId}`,
  )
  const deleting = deleteOrganization(db, organizationId, false, undefined)
  await eventually(async () => (await post(`${service.url}/tts/bytes`, key, goodRequest)).status === 401)
  const made = request({ name: 'Late' })
  const { headers } = made
  const answers = [
    await owner.fetch(`${path}/keys`, made),
    await owner.fetch(`${path}/projects/${project!.id}/access-token`, request({})),
    await fetch(`${service.url}${path}/keys`, { ...made, headers: { ...headers, authorization } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 401])
  await deleting
  expect((await owner.fetch(`/management/organizations/${elsewhere}`)).status).toBe(200)
  await service.close()
})
