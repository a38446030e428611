import type { Command } from 'commander'
import { isTier, MOST, TIERS } from '../accounts/tiers.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf, type Management, ManagementError } from './management-client.ts'
import { deleteCommand } from './organization-delete.ts'
import { exportCommand } from './organization-export.ts'
import { listOrganizations, type Organization, organizationNamed, printed } from './organizations.ts'
import { print, table } from './print.ts'

/** The commands that begin with `org`. */
export function organizationCommand(): Command {
  return group('org', 'organizations: who pays', 'org list', [
    createCommand(),
    listCommand(),
    showCommand(),
    tierCommand(),
    limitsCommand(),
    exportCommand(),
    deleteCommand(),
  ])
}

function createCommand(): Command {
  return command(
    'create',
    'make an organization with a first project (then "key create" makes a key)',
    'org create Acme',
  )
    .argument('<name>', 'a name that no other organization has')
    .action((name: string, { json }: Shared) =>
      withManagement(async (api) => {
        if (name.trim() === '') throw new Error('the name is empty: give one')
        const made = await answerOf(api.organizations.post({ name })).catch((error) => {
          if (!(error instanceof ManagementError && error.code === 'already_exists')) throw error
          throw new Error(`there is an organization "${name}" already: choose another name`)
        })
        await print(
          { id: made.id, name: made.name },
          json,
          () => `The organization "${made.name}" is made: ${made.id}`,
        )
      }),
    )
}

function listCommand(): Command {
  return command('list', 'all organizations with tier, balance and limits', 'org list').action(
    ({ json }: Shared) =>
      withManagement(async (api) => {
        const found = await listOrganizations(api)
        await print(found, json, () => table(found.map(inTable), 'There is no organization yet.'))
      }),
  )
}

function showCommand(): Command {
  return command('show', 'one organization', 'org show --org Acme')
    .addOption(orgOption())
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const found = await organizationNamed(api, org)
        await print(found, json, () => inFull(found))
      }),
    )
}

function tierCommand(): Command {
  return command('tier', 'put an organization into a tier', 'org tier tier3 --org Acme')
    .argument('<tier>', Object.keys(TIERS).join(', '))
    .addOption(orgOption())
    .action((word: string, { org, json }: Shared) =>
      withManagement(async (api) => {
        if (!isTier(word))
          throw new Error(`there is no tier "${word}": use one of ${Object.keys(TIERS).join(', ')}`)
        const changed = await change(api, org, { tier: word })
        await print(changed, json, () => inFull(changed))
      }),
    )
}

function limitsCommand(): Command {
  return command(
    'limits',
    'give an organization limits of its own, or those of its tier again',
    'org limits --org Acme --requests-per-minute 900 --concurrency tier',
  )
    .addOption(orgOption())
    .option('--requests-per-minute <count>', 'a whole number, or "tier"')
    .option('--concurrency <count>', 'turns at once: a whole number, or "tier"')
    .option('--clones-per-hour <count>', 'a whole number, or "tier"')
    .option('--voices <count>', 'cloned voices: a whole number, or "tier"')
    .action(({ org, json, ...options }: Shared & LimitOptions) =>
      withManagement(async (api) => {
        const changed = await change(api, org, { own_limits: ownLimits(options) })
        await print(changed, json, () => inFull(changed))
      }),
    )
}

type Changes = Parameters<ReturnType<Management['organizations']>['patch']>[0]

/** Changes the organization that `--org` names. Returns it as it is then. */
async function change(api: Management, org: string | undefined, changes: Changes): Promise<Organization> {
  const { id } = await organizationNamed(api, org)
  return printed(await answerOf(api.organizations({ organization: id }).patch(changes)))
}

interface LimitOptions {
  readonly requestsPerMinute?: string
  readonly concurrency?: string
  readonly clonesPerHour?: string
  readonly voices?: string
}

function ownLimits({ requestsPerMinute, concurrency, clonesPerHour, voices }: LimitOptions) {
  if ([requestsPerMinute, concurrency, clonesPerHour, voices].every((option) => option === undefined))
    throw new Error(
      'nothing to change: give --requests-per-minute, --concurrency, --clones-per-hour or --voices',
    )
  return {
    requests_per_minute: limit('--requests-per-minute', requestsPerMinute, MOST.requestsPerMinute),
    concurrency: limit('--concurrency', concurrency, MOST.concurrency),
    clones_per_hour: limit('--clones-per-hour', clonesPerHour, MOST.clonesPerHour),
    voices: limit('--voices', voices, MOST.voices),
  }
}

function limit(option: string, text: string | undefined, most: number): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'tier') return null
  const count = Number(text)
  if (/^\d+$/.test(text) && count <= most) return count
  throw new Error(`${option} is "${text}": give a whole number up to ${most}, or "tier" for that of the tier`)
}

function inTable({ name, tier, balance, requestsPerMinute, concurrency, id }: Organization) {
  return { name, tier, credits: balance, 'requests/min': requestsPerMinute, 'at once': concurrency, id }
}

function inFull(organization: Organization): string {
  const { id, name, tier, balance, paidCents, hasOwnLimits } = organization
  const { requestsPerMinute, concurrency, clonesPerHour, voices } = organization
  return [
    `organization  ${name}`,
    `id            ${id}`,
    `tier          ${tier}`,
    `credits       ${balance}`,
    `paid          $${(paidCents / 100).toFixed(2)}`,
    `limits        ${requestsPerMinute} requests a minute, ${concurrency} turns at once, ${clonesPerHour} clones an hour, ${voices} cloned voices${hasOwnLimits ? ' (its own)' : ''}`,
  ].join('\n')
}
