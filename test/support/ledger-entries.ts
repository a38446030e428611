import type { Database } from '../../src/storage/database.ts'

/** Reads all rows of the ledger's tables, to be added up independently of the service's statements. */
export async function readLedger(db: Database) {
  const [organizations, purchases, reversals, charges, settlements, open, daily] = await Promise.all([
    db.query.organizations.findMany(),
    db.query.purchases.findMany(),
    db.query.reversals.findMany(),
    db.query.charges.findMany(),
    db.query.settlements.findMany(),
    db.query.openCharges.findMany(),
    db.query.dailyCharges.findMany(),
  ])
  return { organizations, purchases, reversals, charges, settlements, open, daily }
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>

/** The stored balance of each organization, and the sum of its entries. */
export function sumsOf(ledger: Ledger): Map<string, { readonly balance: number; readonly entries: number }> {
  const entries = new Map<string, number>()
  const add = (organizationId: string, credits: number) =>
    entries.set(organizationId, (entries.get(organizationId) ?? 0) + credits)
  const refunded = new Set(
    ledger.settlements.filter(({ outcome }) => outcome === 'refunded').map(({ chargeId }) => chargeId),
  )
  for (const { id, organizationId, credits } of ledger.purchases) {
    if (organizationId === null) continue // it was deleted
    add(organizationId, credits)
    for (const taken of ledger.reversals) if (taken.purchaseId === id) add(organizationId, -taken.credits)
  }
  for (const { id, organizationId, credits } of ledger.charges)
    if (!refunded.has(id)) add(organizationId, -credits)
  for (const { organizationId, credits } of ledger.daily) add(organizationId, -credits)
  return new Map(
    ledger.organizations.map(({ id, balance }) => [id, { balance, entries: entries.get(id) ?? 0 }]),
  )
}
