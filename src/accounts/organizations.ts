import { asc, eq, sql } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { organizations, projects, requestWindows, slots } from '../storage/schema.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { unlessTaken } from '../storage/unless-taken.ts'
import { isUuid } from '../storage/uuid.ts'
import { assertValidKey, createKey } from './keys.ts'
import { purchaseWithin } from './purchases.ts'
import { KeyRevoked } from './refusals.ts'
import { type Limit, TIERS, type Tier } from './tiers.ts'

/** Makes an organization with its first project. Returns the id of each, or undefined if another organization has the name. */
export async function createOrganization(
  db: Database,
  name: string,
): Promise<{ organizationId: string; projectId: string } | undefined> {
  return db.transaction(async (tx) => {
    const [organization] = await tx
      .insert(organizations)
      .values({ name })
      .onConflictDoNothing()
      .returning({ id: organizations.id })
    if (organization === undefined) return undefined
    const organizationId = organization.id
    await tx.insert(requestWindows).values({ organizationId })
    await makeSlots(tx, organizationId, TIERS.tier3.concurrency)
    const [project] = await tx
      .insert(projects)
      .values({ organizationId, name: 'default' })
      .returning({ id: projects.id })
    return { organizationId, projectId: project!.id }
  })
}

/** Makes sure that an organization has the rows of its slots up to a number. Its limit says how many it may use. */
async function makeSlots(db: Database, organizationId: string, most: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${slots} (organization_id, number)
    SELECT ${organizationId}::uuid, number FROM generate_series(1, ${most}::int) AS number ON CONFLICT DO NOTHING`)
}

/** The oldest project of an organization, or of all. Undefined before the first start. */
export async function firstProject(db: Database, organizationId?: string): Promise<string | undefined> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(organizationId === undefined ? undefined : eq(projects.organizationId, organizationId))
    .orderBy(asc(projects.createdAt))
    .limit(1)
  return project?.id
}

/**
 * Makes the first organization, with its credits, tier and key, if there is none yet.
 *
 * @param first.key a key to use instead of a new one; where there is an organization already, one that is valid
 * @returns the key, or undefined when an organization exists already
 * @throws KeyRefused when an organization exists and the given key is not valid
 */
export async function ensureFirstOrganization(
  db: Database,
  { credits, tier, key }: { readonly credits: number; readonly tier?: Tier; readonly key?: string },
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await takeLock(tx, 'firstOrganization')
    if ((await firstProject(tx)) !== undefined) {
      if (key !== undefined) await assertValidKey(tx, key)
      return undefined
    }
    const { organizationId, projectId } = (await createOrganization(tx, 'default'))!
    if (credits > 0) {
      await purchaseWithin(tx, organizationId, {
        credits,
        cents: 0,
        provider: 'grant',
        reference: `start:${organizationId}`,
        reason: 'Granted at the first start',
      })
    }
    if (tier !== undefined) await setTier(tx, organizationId, tier)
    return createKey(tx, projectId, 'first', { key })
  })
}

/** An organization as its operator sees it, with the limits in force. */
export interface OrganizationListing extends Readonly<Record<Limit, number>> {
  readonly id: string
  readonly name: string
  readonly tier: Tier
  readonly balance: number
  /** Total paid, in US cents. */
  readonly paidCents: number
  /** The limits that the operator has set. Null: that of the tier. */
  readonly ownLimits: Readonly<Record<Limit, number | null>>
  readonly createdAt: Date
}

/** Every organization, oldest first. */
export async function listOrganizations(db: Database): Promise<OrganizationListing[]> {
  return (await db.select().from(organizations).orderBy(asc(organizations.createdAt))).map(listing)
}

/** The organization with an id, which may be any text. */
export async function findOrganization(db: Database, id: string): Promise<OrganizationListing | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
  return row && listing(row)
}

/** A row of the table as its operator sees it. */
export function listing(row: typeof organizations.$inferSelect): OrganizationListing {
  const { requestsPerMinute, concurrency, clonesPerHour, voices, ...organization } = row
  const { tier } = organization
  const ownLimits = { requestsPerMinute, concurrency, clonesPerHour, voices }
  return {
    ...organization,
    requestsPerMinute: requestsPerMinute ?? TIERS[tier].requestsPerMinute,
    concurrency: concurrency ?? TIERS[tier].concurrency,
    clonesPerHour: clonesPerHour ?? TIERS[tier].clonesPerHour,
    voices: voices ?? TIERS[tier].voices,
    ownLimits,
  }
}

/**
 * The credits that an organization has.
 *
 * @throws KeyRevoked if it was deleted; DatabaseUnavailable
 */
export async function balanceOf(db: Database, organizationId: string): Promise<number> {
  const [organization] = await withTimeout(
    db
      .select({ balance: organizations.balance })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
    organizationId,
  )
  if (organization === undefined) throw new KeyRevoked()
  return organization.balance
}

/** Puts an organization into a tier. */
export async function setTier(db: Database, organizationId: string, tier: Tier): Promise<void> {
  await db.update(organizations).set({ tier }).where(eq(organizations.id, organizationId))
}

/** Renames an organization. False if another one has the name. */
export async function renameOrganization(
  db: Database,
  organizationId: string,
  name: string,
): Promise<boolean> {
  const renamed = await unlessTaken(db, (tx) =>
    tx.update(organizations).set({ name }).where(eq(organizations.id, organizationId)),
  )
  return renamed !== undefined
}

/** An organization's own limits. null: that of its tier; undefined: unchanged. */
export type OwnLimits = Readonly<Partial<Record<Limit, number | null>>>

/** Sets an organization's own limits. */
export async function setLimits(db: Database, organizationId: string, limits: OwnLimits): Promise<void> {
  await db.transaction(async (tx) => {
    if (limits.concurrency) await makeSlots(tx, organizationId, limits.concurrency)
    await tx.update(organizations).set(limits).where(eq(organizations.id, organizationId))
  })
}
