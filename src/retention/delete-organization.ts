import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { voidResetLinks } from '../accounts/reset-links.ts'
import { settle } from '../accounts/settlement.ts'
import { deleteStrays } from '../accounts/strays.ts'
import { type Database, rows, rowsIn, withoutTimeLimit } from '../storage/database.ts'
import {
  charges,
  dailyCharges,
  invitations,
  keys,
  managementKeys,
  members,
  openCharges,
  organizations,
  projects,
  pronunciationDicts,
  purchases,
  requestWindows,
  reversals,
  slots,
  usage,
  usageTotals,
  voices,
} from '../storage/schema.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { foldCharges } from './fold-charges.ts'

/** How long servers may take to see that keys were revoked (milliseconds): they poll once a second. */
const NOTICE = 2000
/** How long turns that are being spoken may go on before they are refunded (milliseconds). */
const TIMEOUT = 30_000
/** Time between two checks whether they have ended (milliseconds). */
const PERIOD = 200
/** Most rows of usage that one statement removes. Those of a busy organization are many. */
const BATCH = 5000
/** Every charge is from before this, however far the clock was ahead. */
const EVER = new Date('9999-12-31T00:00:00Z')

/** What a deletion has removed, and what is kept for the books. */
export interface Deletion {
  readonly keys: number
  readonly voices: number
  readonly dictionaries: number
  /** Paid purchases and their reversals, and the US cents that they come to. They name nobody. */
  readonly kept: { readonly purchases: number; readonly reversals: number; readonly cents: number }
}

/**
 * Deletes an organization with all that belongs to it. Its members and management keys go first, so that nobody makes another
 * key. Its keys are refused at once, and servers end what is open with them. Turns have half a minute to end; what is then
 * still open is refunded. If this fails or its process dies, the members are gone, the keys stay revoked, the ledger adds up,
 * and it can be repeated. Paid purchases and their reversals are kept without the organization.
 *
 * @param isAlone whether no server can be using the database: then nothing is being spoken
 * @param operatorEmail the e-mail address of a person who is operator, whatever the database says
 * @throws DatabaseUnavailable
 */
export async function deleteOrganization(
  db: Database,
  organizationId: string,
  isAlone: boolean,
  operatorEmail: string | undefined,
): Promise<Deletion> {
  await withoutTimeLimit(db, (tx) => removeMembers(tx, organizationId, operatorEmail))
  const revoked = await rows(
    db,
    sql`
      UPDATE ${keys} SET revoked_at = now() WHERE revoked_at IS NULL
        AND project_id IN (SELECT id FROM ${projects} WHERE organization_id = ${organizationId}) RETURNING 1`,
  )
  // They cannot see it when the keys are gone, and would leave connections open on which nothing is spoken.
  if (!isAlone && revoked.length > 0) await Bun.sleep(NOTICE)
  const giveUp = performance.now() + (isAlone ? 0 : TIMEOUT)
  while ((await open(db, organizationId)).length > 0 && performance.now() < giveUp) await Bun.sleep(PERIOD)
  while (true) {
    await settle(db, await open(db, organizationId), 'refunded', organizationId)
    await foldCharges(db, organizationId, EVER, 0)
    await removeUsage(db, organizationId)
    const deletion = await remove(db, organizationId, operatorEmail)
    if (deletion !== undefined) return deletion
  }
}

/** The charges of an organization that are not settled yet. */
async function open(db: Database, organizationId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
      SELECT o.charge_id AS id FROM ${openCharges} o JOIN ${charges} c ON c.id = o.charge_id
      WHERE c.organization_id = ${organizationId}`,
  )
  return found.map(({ id }) => id)
}

/**
 * Removes its usage, a few rows at a time. While the organization itself is locked, which is next, all servers wait who add
 * usage of several organizations at once.
 */
async function removeUsage(db: Database, organizationId: string): Promise<void> {
  for (const table of [usage, usageTotals]) {
    const theirs = sql`SELECT ctid FROM ${table} WHERE organization_id = ${organizationId} LIMIT ${BATCH}`
    const some = sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${theirs})) RETURNING 1`
    while ((await rows(db, some)).length === BATCH);
  }
}

/**
 * Removes all rows at once. Undefined if a charge was taken meanwhile, by a statement that began before the keys were revoked.
 */
function remove(
  db: Database,
  organizationId: string,
  operatorEmail: string | undefined,
): Promise<Deletion | undefined> {
  return withoutTimeLimit(db, async (tx) => {
    // Who invites or accepts locks an invitation before the organization, which is the other way round.
    await takeLock(tx, 'members', organizationId)
    // From here on nothing can be added that belongs to the organization, and no key to its projects.
    await tx.execute(sql`SELECT FROM ${organizations} WHERE id = ${organizationId} FOR UPDATE`)
    await tx.execute(sql`SELECT FROM ${projects} WHERE organization_id = ${organizationId} FOR UPDATE`)
    if ((await tx.$count(charges, eq(charges.organizationId, organizationId))) > 0) return undefined
    const theirs = eq(projects.organizationId, organizationId)
    const projectIds = tx.select({ id: projects.id }).from(projects).where(theirs)
    await tx.delete(dailyCharges).where(eq(dailyCharges.organizationId, organizationId))
    await tx.delete(slots).where(eq(slots.organizationId, organizationId))
    await tx.delete(usage).where(eq(usage.organizationId, organizationId))
    await tx.delete(usageTotals).where(eq(usageTotals.organizationId, organizationId))
    await removeMembers(tx, organizationId, operatorEmail) // whom the operator has let in meanwhile
    await tx.delete(requestWindows).where(eq(requestWindows.organizationId, organizationId))
    const removed = {
      keys: await countDeleted(tx, sql`${keys} WHERE project_id IN ${projectIds}`),
      voices: await countDeleted(tx, sql`${voices} WHERE organization_id = ${organizationId}`),
      dictionaries: await countDeleted(
        tx,
        sql`${pronunciationDicts} WHERE organization_id = ${organizationId}`,
      ),
    }
    await tx.delete(projects).where(theirs)
    const kept = await keepPurchases(tx, organizationId)
    await tx.delete(organizations).where(eq(organizations.id, organizationId))
    return { ...removed, kept }
  })
}

/**
 * Removes who belongs to it, those who are invited, and its management keys. People who belong nowhere else are removed too.
 */
async function removeMembers(
  tx: Database,
  organizationId: string,
  operatorEmail: string | undefined,
): Promise<void> {
  await takeLock(tx, 'members', organizationId) // as every change to a member does
  await tx.delete(invitations).where(eq(invitations.organizationId, organizationId))
  await tx.delete(managementKeys).where(eq(managementKeys.organizationId, organizationId))
  const theirs = eq(members.organizationId, organizationId)
  // First the owners, in the order of their ids, as every change to a member does.
  await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(theirs, eq(members.role, 'owner')))
    .orderBy(asc(members.userId))
    .for('update')
  const gone = await tx.delete(members).where(theirs).returning({ userId: members.userId })
  await deleteStrays(
    tx,
    gone.map(({ userId }) => userId),
    operatorEmail,
  )
  await voidResetLinks(tx, organizationId) // after the keys, members and people, as where one of them goes
}

async function countDeleted(tx: Database, from: SQL): Promise<number> {
  return rowsIn(await tx.execute(sql`DELETE FROM ${from} RETURNING 1`)).length
}

/** Takes the organization out of its paid purchases. Granted credits are no money: these purchases are removed. */
async function keepPurchases(tx: Database, organizationId: string): Promise<Deletion['kept']> {
  await tx.execute(sql`DELETE FROM ${purchases} WHERE organization_id = ${organizationId} AND cents = 0`)
  const [kept] = rowsIn<{ purchases: number; reversals: number; cents: string }>(
    await tx.execute(sql`
      WITH theirs AS (
        UPDATE ${purchases} SET organization_id = NULL WHERE organization_id = ${organizationId} RETURNING id, cents
      ), reversed AS (SELECT r.cents FROM ${reversals} r JOIN theirs ON theirs.id = r.purchase_id)
      SELECT (SELECT count(*)::int FROM theirs) AS purchases, (SELECT count(*)::int FROM reversed) AS reversals,
        (SELECT coalesce(sum(cents), 0) FROM theirs) - (SELECT coalesce(sum(cents), 0) FROM reversed) AS cents`),
  )
  return { ...kept!, cents: Number(kept!.cents) }
}
