import { expect, test } from 'bun:test'
import { createLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'
import { startManaged } from '../support/managed.ts'

test('the log says who has changed what, in none of their words', async () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const managed = await startManaged(databases[0]!, { log })
  const { organizationId: organization } = managed.member
  const operator = managed.as('operator')
  const own = `organizations/${organization}`
  const words = { reason: 'marigold', reference: 'lighthouse' }
  expect((await operator('POST', `${own}/credits`, { credits: 70, ...words })).status).toBe(200)
  const limits = { concurrency: 7, philippa: 'philippa' }
  expect((await operator('PATCH', own, { name: 'Juniper', own_limits: limits })).status).toBe(200)
  await managed.close()
  const by = { person: managed.people.operator.id }
  const changes = lines.map((line) => JSON.parse(line)).filter((each) => 'by' in each)
  expect(changes).toMatchObject([
    { msg: 'credits were booked', by, organization, credits: 70 },
    { msg: 'an organization was changed', by, organization, isRenamed: true, limits: { concurrency: 7 } },
  ])
  expect(lines.join('')).not.toMatch(/marigold|lighthouse|juniper|philippa/i)
})
