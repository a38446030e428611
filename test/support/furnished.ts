import { sql } from 'drizzle-orm'
import { takeCharge } from '../../src/accounts/admission.ts'
import { authorize, type Caller } from '../../src/accounts/authorize.ts'
import { deregister, renew } from '../../src/accounts/heartbeat.ts'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { createOrganization } from '../../src/accounts/organizations.ts'
import { buy, purchase, purchaseWith } from '../../src/accounts/purchases.ts'
import { reverse } from '../../src/accounts/reversals.ts'
import { settle } from '../../src/accounts/settlement.ts'
import { keepDictionary } from '../../src/dictionaries/dictionaries.ts'
import { createPerson } from '../../src/management/access/people.ts'
import { invite } from '../../src/management/people/invitations.ts'
import { resetMember } from '../../src/management/people/password-resets.ts'
import { foldCharges } from '../../src/retention/fold-charges.ts'
import { type Database, rows } from '../../src/storage/database.ts'
import { members, sessions } from '../../src/storage/schema.ts'
import { addUsage } from '../../src/usage/add-usage.ts'
import { keepClone } from '../../src/voices/clones.ts'
import { CLONED } from './controlled-cloner.ts'

/** Makes an organization that has something in every table, with its name in all that is named. Returns its id. */
export async function furnished(db: Database, name: string, random: () => number): Promise<string> {
  const { organizationId, projectId } = (await createOrganization(db, name))!
  const some = (most: number) => 1 + Math.floor(random() * most)
  const payment = { provider: 'stripe', reference: `cs_${organizationId}`, payment: `pi_${some(1e9)}` }
  await purchase(db, organizationId, {
    credits: 1_000_000,
    cents: 0,
    provider: 'grant',
    reference: `start:${organizationId}`,
  })
  const reference = crypto.randomUUID()
  await buy(db, organizationId, { ...payment, reference, cents: 5000 })
  const purchaseId = (await purchaseWith(db, 'stripe', reference))!.id
  await reverse(db, purchaseId, {
    provider: 'stripe',
    reference: crypto.randomUUID(),
    cents: some(500),
    isOver: false,
  })
  const named = { name, description: `${name} says`, language: 'en' }
  for (let each = some(3); each > 0; each--) {
    await keepClone(db, organizationId, { ...named, ...CLONED })
    await keepDictionary(db, organizationId, {
      ...named,
      items: [{ text: name, alias: 'them', case_sensitive: false }],
    })
  }
  const keys = await Promise.all(
    Array.from({ length: 1 + some(3) }, () => createKey(db, projectId, `key of ${name}`)),
  )
  const charge = async (outcome?: 'confirmed' | 'refunded') => {
    const key = keys[Math.floor(random() * keys.length)]!
    const caller = (await authorize(db, key))!
    const id = crypto.randomUUID()
    await takeCharge(db, { id, caller, credits: some(100), processId: crypto.randomUUID() })
    if (outcome !== undefined) await settle(db, [id], outcome, organizationId)
    return id
  }
  for (let each = 5; each > 0; each--) await charge(random() < 0.2 ? 'refunded' : 'confirmed')
  await charge('confirmed')
  await rows(
    db,
    sql`UPDATE charges SET created_at = created_at - interval '500 days' WHERE organization_id = ${organizationId}`,
  )
  await foldCharges(db, organizationId, new Date(Date.now() - 400 * 86_400_000), 0)
  for (let each = some(150); each > 0; each--) await charge(random() < 0.2 ? 'refunded' : 'confirmed')
  await charge()
  await inhabit(db, organizationId, name)
  await use(db, (await authorize(db, keys[0]!))!)
  await revokeKey(db, keys[0]!.slice(8, 16))
  return organizationId
}

/** Adds somebody who belongs to it, somebody who is invited, a link for a new password, and a management key. */
async function inhabit(db: Database, organizationId: string, name: string): Promise<void> {
  const email = `${crypto.randomUUID()}@example.com`
  const userId = (await createPerson(db, { name: `someone of ${name}`, email, hash: 'none' }))!
  await db.insert(members).values({ organizationId, userId, role: 'owner' })
  const session = { userId, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) }
  const [made] = await db.insert(sessions).values(session).returning({ id: sessions.id })
  const owner = { kind: 'person', userId, name, email, sessionId: made!.id, isOperator: false } as const
  await invite(db, organizationId, { email: `friend-of-${email}`, role: 'member' })
  await resetMember(db, organizationId, userId, owner, { operatorEmail: undefined })
  await createManagementKey(db, organizationId, `management key of ${name}`)
}

/** Adds usage of a key. */
async function use(db: Database, { organizationId, keyId }: Caller): Promise<void> {
  const processId = crypto.randomUUID()
  await renew(db, processId)
  const minute = { organizationId, minute: Date.parse('2026-03-31T23:59:00Z') }
  const spoken = { turns: 2, characters: 30, audioSeconds: 2.5, turnSeconds: 1.5, firstAudio: [0, 2] }
  const errors = { upstream_unavailable: 1 }
  await addUsage(db, processId, {
    number: 1,
    usage: [{ ...minute, keyId, voiceId: crypto.randomUUID(), modelId: 'gepard-1.0', ...spoken, errors }],
    peaks: [{ ...minute, concurrent: 2, refusals: { requestsPerMinute: 1 } }],
  })
  await deregister(db, processId)
}
