import { authorize, type Caller } from '../../src/accounts/authorize.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { createOrganization, type OwnLimits, setLimits } from '../../src/accounts/organizations.ts'
import { purchase } from '../../src/accounts/purchases.ts'
import type { Database } from '../../src/storage/database.ts'

export interface Member extends Caller {
  readonly key: string
}

/** Limits that one or two clients do not reach. */
const WIDE_LIMITS: OwnLimits = { requestsPerMinute: 1_000_000, concurrency: 100 }

/** Makes an organization with credits, limits and a key. */
export async function createMember(db: Database, credits: number, limits = WIDE_LIMITS): Promise<Member> {
  const { organizationId, projectId } = (await createOrganization(db, crypto.randomUUID()))!
  if (credits > 0)
    await purchase(db, organizationId, { credits, cents: 0, provider: 'test', reference: organizationId })
  await setLimits(db, organizationId, limits)
  const key = await createKey(db, projectId, 'test')
  return { key, ...(await authorize(db, key))! }
}
