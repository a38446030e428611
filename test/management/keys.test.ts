import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { authorize } from '../../src/accounts/authorize.ts'
import { createAnotherKey, listKeys, MAX_KEYS } from '../../src/accounts/keys.ts'
import { createOrganization } from '../../src/accounts/organizations.ts'
import { withoutTimeLimit } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'
import { type Managed, startManaged } from '../support/managed.ts'

describe.each(databases)('keys, on $name', (database) => {
  let managed: Managed
  let organization: string
  let keys: string
  beforeAll(async () => {
    managed = await startManaged(database)
    organization = `organizations/${managed.member.organizationId}`
    keys = `${organization}/keys`
  })
  afterAll(() => managed.close())

  test('a key is shown once, with what made it, and works until it is revoked', async () => {
    const { body: made } = await managed.as('owner')('POST', keys, { name: ' phone bridge ' })
    expect(made).toMatchObject({
      name: 'phone bridge',
      project: { name: 'default' },
      created_by: 'Olga',
      is_dashboard: false,
      last_used_at: null,
      revoked_at: null,
    })
    const { db } = managed.storage
    expect(await authorize(db, made.key)).toMatchObject({ keyId: made.id })
    const { body: listed } = await managed.as('member')('GET', `${keys}?search=PHONE`)
    const { key: _, ...rest } = made
    expect(listed.data).toEqual([{ ...rest, last_used_at: expect.any(String), may_revoke: false }])
    expect((await managed.as('owner')('DELETE', `${keys}/${made.id}`)).status).toBe(204)
    expect(await authorize(db, made.key)).toBeUndefined()
    expect((await managed.as('owner')('DELETE', `${keys}/${made.id}`)).status).toBe(404)
    const { body: revoked } = await managed.program('GET', `${keys}?state=revoked`)
    expect(revoked.data).toMatchObject([{ id: made.id, revoked_at: expect.any(String), may_revoke: false }])
    const { body: all } = await managed.program('GET', `${keys}?state=&project=&search=PHONE`)
    expect(all.data).toEqual(revoked.data)
  })

  test('who may revoke a key', async () => {
    const made = async (who: 'member' | 'owner') =>
      (await managed.as(who)('POST', keys, { name: who })).body.id as string
    const byOwner = await made('owner')
    const byMember = await made('member')
    expect((await managed.as('member')('DELETE', `${keys}/${byOwner}`)).body.error).toBe('not_granted')
    expect((await managed.as('stranger')('DELETE', `${keys}/${byOwner}`)).body.error).toBe(
      'organization_not_found',
    )
    expect((await managed.as('member')('DELETE', `${keys}/${byMember}`)).status).toBe(204)
    expect((await managed.as('operator')('DELETE', `${keys}/${byOwner}`)).status).toBe(204)
    expect((await managed.program('DELETE', `${keys}/${await made('member')}`)).status).toBe(204)
  })

  test('a key of another organization is unknown by its id and its prefix', async () => {
    const { member, people } = managed
    const theirs = people.stranger.fetch('/management/organizations')
    const [other] = ((await (await theirs).json()) as { data: { id: string }[] }).data
    for (const id of [member.keyId, member.key.slice(8, 16)]) {
      const { status, body } = await managed.as('stranger')('DELETE', `organizations/${other!.id}/keys/${id}`)
      expect([status, body.error]).toEqual([404, 'key_not_found'])
    }
    const { body } = await managed.as('stranger')(
      'GET',
      `organizations/${other!.id}/keys?starting_after=${member.keyId}`,
    )
    expect(body.data).toEqual([])
  })

  test('the key of the dashboard is made once, however many ask, and again once it is revoked; then only the new one is listed', async () => {
    const { body } = await managed.as('owner')('GET', `${organization}/projects`)
    const path = `${organization}/projects/${body.data[0].id}/access-token`
    const tokens = await Promise.all(Array.from({ length: 8 }, () => managed.as('member')('POST', path, {})))
    expect(tokens.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect(new Set(tokens.map((each) => each.body.key_id)).size).toBe(1)
    const voices = (token: string) =>
      fetch(`${managed.service.url}/voices?limit=1`, { headers: { authorization: `Bearer ${token}` } })
    expect((await voices(tokens[0]!.body.token)).status).toBe(200)
    const { body: listed } = await managed.as('owner')('GET', `${keys}?search=Dashboard`)
    expect(listed.data).toMatchObject([{ name: 'Dashboard', is_dashboard: true, created_by: null }])
    await managed.as('owner')('DELETE', `${keys}/${listed.data[0].id}`)
    expect((await voices(tokens[0]!.body.token)).status).toBe(401)
    const { body: again } = await managed.as('member')('POST', path, {})
    expect(again.key_id).not.toBe(listed.data[0].id)
    const { body: valid } = await managed.as('owner')('GET', `${keys}?search=Dashboard`)
    expect(valid.data).toMatchObject([{ id: again.key_id, revoked_at: null }])
    const all = await listKeys(managed.storage.db)
    expect(all.filter(({ name }) => name === 'Dashboard')).toMatchObject([{ id: again.key_id }])
  })

  test('10,000 keys come page by page, the newest first, each once, and the last pages as soon as the first', async () => {
    const { db } = managed.storage
    const { body: project } = await managed.as('owner')('POST', `${organization}/projects`, { name: 'busy' })
    const insert = sql`
      INSERT INTO keys (project_id, name, prefix, hash, created_at)
      SELECT ${project.id}::uuid, 'key ' || n, 'k' || lpad(n::text, 7, '0'), ''::bytea, now() - make_interval(secs => n / 3)
      FROM generate_series(1, 10000) AS n`
    await withoutTimeLimit(db, (tx) => tx.execute(insert))
    const seen: string[] = []
    let after = ''
    const times: number[] = []
    while (seen.length < 1000) {
      const begun = performance.now()
      const { body } = await managed.as('owner')('GET', `${keys}?project=${project.id}${after}`)
      times.push(performance.now() - begun)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      after = `&starting_after=${body.next_page}`
    }
    expect(new Set(seen).size).toBe(1000)
    expect(Math.min(...times.slice(-5))).toBeLessThan(10 * Math.min(...times.slice(0, 5)))
    const { body: found } = await managed.as('owner')('GET', `${keys}?search=k0004711`)
    expect(found).toMatchObject({ data: [{ name: 'key 4711' }], has_more: false, next_page: null })
  })

  test('are not more than there may be, however many are made at once', async () => {
    const { db } = managed.storage
    const made = (await createOrganization(db, 'of many keys'))!
    const fill = sql`
      INSERT INTO keys (project_id, name, prefix, hash)
      SELECT ${made.projectId}::uuid, 'filler', 'f' || lpad(n::text, 7, '0'), ''::bytea
      FROM generate_series(1, ${MAX_KEYS - 1}::int) AS n`
    await withoutTimeLimit(db, (tx) => tx.execute(fill))
    const tries = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        createAnotherKey(db, made.organizationId, made.projectId, name, undefined),
      ),
    )
    expect(tries.filter((key) => key !== undefined)).toHaveLength(1)
    const path = `organizations/${made.organizationId}/keys`
    expect((await managed.as('operator')('POST', path, { name: 'e' })).body.error).toBe('key_limit_reached')
  })
})
