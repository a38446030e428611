import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findKeyWith, type KeyListing, listKeys } from '../accounts/keys.ts'
import { type Discrepancy, foldedUpTo, verifyLedger } from '../accounts/ledger-check.ts'
import { errorHandler } from '../http/error-handler.ts'
import { type CloneListing, listClones } from '../voices/clones.ts'
import type { AccountServices } from './access/services.ts'
import { keyNotFound } from './keys/key-routes.ts'
import { type InJson, typed } from './shared/typed.ts'

const ORGANIZATION = { organization: Type.Optional(Type.String({ format: 'uuid' })) }
const QUERY = Type.Object(ORGANIZATION)
const KEY_QUERY = Type.Object({ ...ORGANIZATION, prefix: Type.String() })

/** Balances that do not add up, and the last day whose charges are kept as sums. */
export interface LedgerReport {
  readonly wrong: readonly Discrepancy[]
  readonly folded_up_to: string | null
}

/**
 * Reports for the command line, of one organization or of all. They have no pages and no time limit, so no other client can ask
 * for them.
 */
export function reportRoutes(services: AccountServices) {
  const { db } = services
  const asked = { query: typed(QUERY) }
  return new Elysia({ prefix: '/management/reports' })
    .use(errorHandler(services))
    .get(
      '/keys',
      async ({ query }): Promise<InJson<KeyListing[]>> => inJson(await listKeys(db, query.organization)),
      asked,
    )
    .get(
      '/key',
      async ({ query: { prefix, organization } }): Promise<InJson<KeyListing>> => {
        const found = await findKeyWith(db, prefix, organization)
        if (found === undefined) throw keyNotFound()
        return inJson(found)
      },
      { query: typed(KEY_QUERY) },
    )
    .get(
      '/cloned-voices',
      async ({ query }): Promise<InJson<CloneListing[]>> => inJson(await listClones(db, query.organization)),
      asked,
    )
    .get(
      '/ledger',
      async ({ query: { organization } }): Promise<LedgerReport> => ({
        wrong: await verifyLedger(db, organization),
        folded_up_to: (await foldedUpTo(db, organization)) ?? null,
      }),
      asked,
    )
}

/** A value as Elysia writes it. */
function inJson<Value>(value: Value): InJson<Value> {
  return value as InJson<Value>
}
