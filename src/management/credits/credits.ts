import { type Static, Type } from '@sinclair/typebox'
import { sql } from 'drizzle-orm'
import { type Page, pageFrom } from '../../http/page.ts'
import { oneOf } from '../../http/schema.ts'
import { type Database, rows } from '../../storage/database.ts'
import { charges, openCharges, organizations, purchases, reversals } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'

/** Most months whose sums are listed. */
const MONTHS = 24

const CREDITS = Type.Integer({ description: 'Credits.' })

const MONTH = Type.Object(
  {
    month: Type.String({ description: 'In UTC.', examples: ['2026-11'] }),
    bought: CREDITS,
    granted: CREDITS,
    reversed: CREDITS,
    paid_cents: Type.Integer({ description: 'US cents paid, less those that were paid back.' }),
  },
  { additionalProperties: false },
)

/** What an organization has, and what it comes from. */
export const ACCOUNT = {
  balance: Type.Integer({ description: 'Credits that can be spent.' }),
  held: Type.Integer({ description: 'Credits of turns that are being spoken.' }),
  spent: Type.Integer({ description: 'Credits of turns that were spoken.' }),
  bought: CREDITS,
  granted: CREDITS,
  reversed: Type.Integer({ description: 'Credits taken back, because their payment was.' }),
  months: Type.Array(MONTH, { description: `The last ${MONTHS} months with entries, the newest first.` }),
}

export type Account = Static<ReturnType<typeof Type.Object<typeof ACCOUNT>>>

/**
 * What an organization has, as it is at one moment: the balance is what was bought and granted, less what was reversed, is held
 * and was spent.
 *
 * @throws DatabaseUnavailable
 */
export async function accountOf(db: Database, organizationId: string): Promise<Account> {
  const [row] = await rows<AccountRow>(
    db,
    sql`
      WITH entries AS (${entriesOf(organizationId)}),
      months AS (
        SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
          coalesce(sum(credits) FILTER (WHERE kind = 'purchase'), 0) AS bought,
          coalesce(sum(credits) FILTER (WHERE kind = 'grant'), 0) AS granted,
          coalesce(-sum(credits) FILTER (WHERE kind = 'reversal'), 0) AS reversed,
          sum(cents) AS paid_cents
        FROM entries GROUP BY 1
      )
      SELECT o.balance::text, (
        SELECT coalesce(sum(c.credits), 0)::text FROM ${openCharges} open JOIN ${charges} c ON c.id = open.charge_id
        WHERE c.organization_id = o.id
      ) AS held, (
        SELECT json_build_array(coalesce(sum(bought), 0), coalesce(sum(granted), 0), coalesce(sum(reversed), 0)) FROM months
      ) AS sums, (
        SELECT coalesce(json_agg(latest), '[]') FROM (SELECT * FROM months ORDER BY month DESC LIMIT ${MONTHS}) AS latest
      ) AS months
      FROM ${organizations} o WHERE o.id = ${organizationId}`,
    organizationId,
  )
  const { sums, months } = row!
  const [bought, granted, reversed] = sums
  const balance = Number(row!.balance)
  const held = Number(row!.held)
  return {
    balance,
    held,
    spent: bought + granted - reversed - balance - held,
    bought,
    granted,
    reversed,
    months,
  }
}

interface AccountRow extends Record<string, unknown> {
  readonly balance: string
  readonly held: string
  readonly sums: readonly [bought: number, granted: number, reversed: number]
  readonly months: Static<typeof MONTH>[]
}

const KINDS = ['purchase', 'grant', 'reversal'] as const

export const CREDIT_ENTRY = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: oneOf<(typeof KINDS)[number]>(KINDS, {
      description: 'A purchase was paid. A grant was free. A reversal takes back what was paid back.',
    }),
    credits: Type.Integer({ description: 'What the balance became larger by. Negative: smaller.' }),
    cents: Type.Integer({ description: 'US cents that were paid. Negative: paid back.' }),
    provider: Type.String({ examples: ['stripe'] }),
    reference: Type.String({ description: "The provider's reference.", examples: ['cs_live_a1b2c3'] }),
    reason: orNull(Type.String({ description: 'Why it was granted.', examples: ['Welcome'] })),
    created_at: MOMENT,
  },
  { additionalProperties: false },
)

/** An entry of the statement of account. */
export type CreditEntry = Static<typeof CREDIT_ENTRY>

/**
 * The purchases, grants and reversals of an organization, the newest first.
 *
 * @throws DatabaseUnavailable
 */
export async function listEntries(
  db: Database,
  organizationId: string,
  { limit, startingAfter }: { readonly limit: number; readonly startingAfter?: string },
): Promise<Page<CreditEntry>> {
  if (startingAfter !== undefined && !isUuid(startingAfter)) return pageFrom<CreditEntry>([], limit)
  const isAfter =
    startingAfter === undefined
      ? sql`true`
      : sql`(created_at, id) < (SELECT created_at, id FROM entries WHERE id = ${startingAfter})`
  const found = await rows<EntryRow>(
    db,
    sql`
      WITH entries AS (${entriesOf(organizationId)})
      SELECT id, kind, credits::text, cents::text, provider, reference, reason,
        to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
      FROM entries WHERE ${isAfter} ORDER BY entries.created_at DESC, id DESC LIMIT ${limit + 1}`,
    organizationId,
  )
  const entries = found.map(({ credits, cents, ...entry }) => ({
    ...entry,
    credits: Number(credits),
    cents: Number(cents),
  }))
  return pageFrom(entries, limit)
}

interface EntryRow extends Record<string, unknown>, Omit<CreditEntry, 'credits' | 'cents'> {
  readonly credits: string
  readonly cents: string
}

/** SQL for all entries of an organization. */
function entriesOf(organizationId: string) {
  return sql`
    SELECT id, CASE WHEN cents > 0 THEN 'purchase' ELSE 'grant' END AS kind, credits, cents, provider, reference, reason, created_at
    FROM ${purchases} WHERE organization_id = ${organizationId}
    UNION ALL
    SELECT r.id, 'reversal', -r.credits, -r.cents, r.provider, r.reference, NULL, r.created_at
    FROM ${reversals} r JOIN ${purchases} p ON p.id = r.purchase_id WHERE p.organization_id = ${organizationId}`
}
