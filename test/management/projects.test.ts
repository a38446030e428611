import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createProject, MAX_PROJECTS } from '../../src/accounts/projects.ts'
import { databases } from '../support/databases.ts'
import { type Managed, startManaged } from '../support/managed.ts'

describe.each(databases)('projects, on $name', (database) => {
  let managed: Managed
  let projects: string
  beforeAll(async () => {
    managed = await startManaged(database)
    projects = `organizations/${managed.member.organizationId}/projects`
  })
  afterAll(() => managed.close())

  test('owners make and rename them, members see them', async () => {
    const { body: made } = await managed.as('owner')('POST', projects, { name: 'Telephony' })
    expect(made).toMatchObject({ name: 'Telephony', keys: 0 })
    const { body } = await managed.as('owner')('PATCH', `${projects}/${made.id}`, { name: 'Calls' })
    expect(body).toEqual({ ...made, name: 'Calls' })
    const { body: listed } = await managed.as('member')('GET', projects)
    expect(listed.data).toMatchObject([{ name: 'Calls' }, { name: 'default', keys: 1 }])
    const { body: first } = await managed.as('member')('GET', `${projects}?limit=1`)
    expect(first).toMatchObject({ data: [{ name: 'Calls' }], has_more: true, next_page: made.id })
    const { body: second } = await managed.as('member')('GET', `${projects}?starting_after=${made.id}`)
    expect(second).toMatchObject({ data: [{ name: 'default' }], has_more: false })
  })

  test('members and strangers change nothing, and a name is given once', async () => {
    const { body } = await managed.as('owner')('GET', projects)
    const { id } = body.data[0]
    expect((await managed.as('member')('POST', projects, { name: 'x' })).status).toBe(403)
    expect((await managed.as('member')('PATCH', `${projects}/${id}`, { name: 'x' })).status).toBe(403)
    expect((await managed.as('stranger')('PATCH', `${projects}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await managed.as('owner')('POST', projects, { name: 'default' })).status).toBe(409)
    expect((await managed.as('owner')('PATCH', `${projects}/${id}`, { name: 'default' })).status).toBe(409)
    const same = await Promise.all(
      Array.from({ length: 4 }, () => managed.as('owner')('POST', projects, { name: 'at once' })),
    )
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const made = await Promise.all(
      ['one', 'two', 'three'].map((name) => managed.as('owner')('POST', projects, { name })),
    )
    const renamed = await Promise.all(
      made.map(({ body: { id } }) => managed.as('owner')('PATCH', `${projects}/${id}`, { name: 'renamed' })),
    )
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('are not more than there may be, however many are made at once', async () => {
    const { organizationId } = managed.member
    await managed.storage.db.execute(sql`
      INSERT INTO projects (organization_id, name)
      SELECT ${organizationId}::uuid, 'filler ' || n FROM generate_series(1, ${MAX_PROJECTS - 1}::int -
        (SELECT count(*)::int FROM projects WHERE organization_id = ${organizationId})) AS n`)
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => createProject(managed.storage.db, organizationId, name)),
    )
    expect(made.filter((each) => each === 'too many')).toHaveLength(3)
  })
})
