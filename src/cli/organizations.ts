import { isUuid } from '../storage/uuid.ts'
import { shellCommand } from '../system/shell-command.ts'
import { answerOf, type Management, ManagementError, wholeList } from './management-client.ts'

/** An organization as commands print it. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly tier: string
  readonly balance: number
  /** Total paid, in US cents. */
  readonly paidCents: number
  /** The limits in force, and whether they are the operator's own. */
  readonly requestsPerMinute: number
  readonly concurrency: number
  readonly clonesPerHour: number
  /** Most cloned voices. */
  readonly voices: number
  readonly hasOwnLimits: boolean
  readonly createdAt: string
}

type Answered = Awaited<ReturnType<typeof onePage>>['data'][number]

/** Every organization, oldest first. */
export async function listOrganizations(api: Management): Promise<Organization[]> {
  const found = await wholeList((starting_after) => onePage(api, { starting_after }))
  return found.map(printed).sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/**
 * The organization that `--org` names, or without it the one made first.
 *
 * @throws Error that says what to do if there is none
 */
export async function organizationNamed(
  api: Management,
  nameOrId: string | undefined,
): Promise<Organization> {
  const found = nameOrId === undefined ? (await listOrganizations(api))[0] : await find(api, nameOrId)
  if (found !== undefined) return found
  throw new Error(
    nameOrId === undefined
      ? `there is no organization yet: start the server once, with "${shellCommand('start')}"`
      : `there is no organization "${nameOrId}": "${shellCommand('run purr org list')}" shows them`,
  )
}

/** The id of the organization that `--org` names, or undefined without it, which means all organizations. */
export async function idOf(api: Management, nameOrId: string | undefined): Promise<string | undefined> {
  return nameOrId === undefined ? undefined : (await organizationNamed(api, nameOrId)).id
}

/** An organization as the management API has it, as commands print it. */
export function printed({ own_limits, limits, ...organization }: Answered): Organization {
  return {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    balance: organization.balance,
    paidCents: organization.paid_cents,
    requestsPerMinute: limits.requests_per_minute,
    concurrency: limits.concurrency,
    clonesPerHour: limits.clones_per_hour,
    voices: limits.voices,
    hasOwnLimits: Object.values(own_limits).some((own) => own !== null),
    createdAt: organization.created_at,
  }
}

/** The organization with an id or a name. An id goes before: another's name may be this one's id. */
async function find(api: Management, nameOrId: string): Promise<Organization | undefined> {
  const found = (isUuid(nameOrId) && (await withId(api, nameOrId))) || (await withName(api, nameOrId))
  return found && printed(found)
}

async function withId(api: Management, id: string): Promise<Answered | undefined> {
  try {
    return await answerOf(api.organizations({ organization: id }).get())
  } catch (error) {
    if (error instanceof ManagementError && error.code === 'organization_not_found') return undefined
    throw error
  }
}

async function withName(api: Management, name: string): Promise<Answered | undefined> {
  const similar = await wholeList((starting_after) => onePage(api, { search: name, starting_after }))
  return similar.find((each) => each.name === name)
}

function onePage(
  api: Management,
  query: { readonly search?: string; readonly starting_after?: string | undefined },
) {
  return answerOf(api.organizations.get({ query }))
}
