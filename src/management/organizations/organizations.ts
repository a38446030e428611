import { type Static, Type } from '@sinclair/typebox'
import { and, asc, eq, gt, ilike, isNotNull, type SQL, sql } from 'drizzle-orm'
import { listing, type OrganizationListing } from '../../accounts/organizations.ts'
import { type Limit, TIERS, type Tier } from '../../accounts/tiers.ts'
import { type Page, pageFrom } from '../../http/page.ts'
import { oneOf } from '../../http/schema.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { members, organizations } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import { type Actor, ROLES, type Role } from '../access/actor.ts'
import { containing } from '../shared/search.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'

/** The names of the limits in JSON. */
export const LIMIT_NAMES = {
  requests_per_minute: 'requestsPerMinute',
  concurrency: 'concurrency',
  clones_per_hour: 'clonesPerHour',
  voices: 'voices',
} as const satisfies Record<string, Limit>

const LIMIT = {
  requests_per_minute: Type.Integer(),
  concurrency: Type.Integer({ description: 'Turns at once.' }),
  clones_per_hour: Type.Integer(),
  voices: Type.Integer({ description: 'Cloned voices.' }),
}

export const ORGANIZATION = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['Acme'] }),
    role: oneOf<Role>(ROLES, { description: 'What you may do in it.' }),
    tier: oneOf<Tier>(Object.keys(TIERS) as Tier[], { description: 'Decides its limits.' }),
    balance: Type.Integer({ description: 'Credits.' }),
    paid_cents: Type.Integer({ description: 'US cents paid in all. At $50, tier1 becomes tier2.' }),
    limits: Type.Object(LIMIT, { description: 'The limits in force.', additionalProperties: false }),
    own_limits: Type.Object(
      {
        requests_per_minute: orNull(LIMIT.requests_per_minute),
        concurrency: orNull(LIMIT.concurrency),
        clones_per_hour: orNull(LIMIT.clones_per_hour),
        voices: orNull(LIMIT.voices),
      },
      {
        description: 'Those of them that the operator has set; null: that of the tier.',
        additionalProperties: false,
      },
    ),
    created_at: MOMENT,
  },
  { additionalProperties: false },
)

/** An organization, as those see it who belong to it. */
export type Organization = Static<typeof ORGANIZATION>

/** An organization as the API shows it. */
export function shownOrganization(organization: OrganizationListing, role: Role): Organization {
  const { id, name, tier, balance, paidCents, ownLimits, createdAt } = organization
  return {
    id,
    name,
    role,
    tier,
    balance,
    paid_cents: paidCents,
    limits: named(organization),
    own_limits: named(ownLimits),
    created_at: createdAt.toISOString(),
  }
}

function named<Value>({ requestsPerMinute, concurrency, clonesPerHour, voices }: Record<Limit, Value>) {
  return { requests_per_minute: requestsPerMinute, concurrency, clones_per_hour: clonesPerHour, voices }
}

interface OrganizationsQuery {
  readonly limit: number
  readonly startingAfter: string | undefined
  /** Part of the name, in whatever case. */
  readonly search: string | undefined
}

/**
 * The organizations that are an actor's to manage, in the order of their names: the operator's are all.
 *
 * @throws DatabaseUnavailable
 */
export async function listOrganizationsOf(
  db: Database,
  actor: Actor,
  { limit, startingAfter, search }: OrganizationsQuery,
): Promise<Page<Organization>> {
  const { id, name } = organizations
  const last = startingAfter === undefined ? undefined : await nameOf(db, actor, startingAfter)
  if (startingAfter !== undefined && last === undefined) return pageFrom<Organization>([], limit)
  const isWanted = and(
    isTheirs(actor),
    search === undefined ? undefined : ilike(name, containing(search)),
    last === undefined ? undefined : gt(name, last),
  )
  const found = await withTimeout(
    db
      .select({ organization: organizations, role: members.role })
      .from(organizations)
      .leftJoin(members, and(eq(members.organizationId, id), isMember(actor)))
      .where(isWanted)
      .orderBy(asc(name))
      .limit(limit + 1),
  )
  const shown = found.map(({ organization, role }) =>
    shownOrganization(listing(organization), roleOf(actor, role)),
  )
  return pageFrom(shown, limit)
}

/** The name of an organization that is an actor's to manage. */
async function nameOf(db: Database, actor: Actor, organizationId: string): Promise<string | undefined> {
  if (!isUuid(organizationId)) return undefined
  const { id, name } = organizations
  const [found] = await withTimeout(
    db
      .select({ name })
      .from(organizations)
      .leftJoin(members, and(eq(members.organizationId, id), isMember(actor)))
      .where(and(eq(id, organizationId), isTheirs(actor))),
  )
  return found?.name
}

function isMember(actor: Actor): SQL {
  return actor.kind === 'person' ? eq(members.userId, actor.userId) : sql`false`
}

/** The condition that an organization is an actor's to manage, where its membership is joined. Undefined: all are. */
function isTheirs(actor: Actor): SQL | undefined {
  if (actor.isOperator) return undefined
  return actor.kind === 'person' ? isNotNull(members.role) : eq(organizations.id, actor.organizationId!)
}

function roleOf(actor: Actor, membership: 'owner' | 'member' | null): Role {
  if (actor.isOperator) return 'operator'
  return membership ?? 'owner' // a management key of the organization
}
