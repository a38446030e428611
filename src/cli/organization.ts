import type { Command } from 'commander'
import {
  createOrganization,
  findOrganization,
  listOrganizations,
  type OrganizationListing,
  type OwnLimits,
  setLimits,
  setTier,
} from '../accounts/organizations.ts'
import { isTier, MOST, TIERS } from '../accounts/tiers.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { deleteCommand } from './organization-delete.ts'
import { exportCommand } from './organization-export.ts'
import { print, table } from './print.ts'
import { organizationNamed, withDatabase } from './with-database.ts'

export function organizationCommand(): Command {
  const create = command(
    'create',
    'make an organization with a first project (then "key create" makes a key)',
    'org create Acme',
  )
    .argument('<name>', 'a name that no other organization has')
    .action((name: string, { json }: Shared) =>
      withDatabase(async (db) => {
        if (name.trim() === '') throw new Error('the name is empty: give one')
        if ((await findOrganization(db, name)) !== undefined)
          throw new Error(`there is an organization "${name}" already: choose another name`)
        const { organizationId } = await createOrganization(db, name)
        print(
          { id: organizationId, name },
          json,
          () => `The organization "${name}" is made: ${organizationId}`,
        )
      }),
    )
  const list = command('list', 'all organizations with tier, balance and limits', 'org list').action(
    ({ json }: Shared) =>
      withDatabase(async (db) => {
        const found = await listOrganizations(db)
        print(found, json, () => table(found.map(inTable), 'There is no organization yet.'))
      }),
  )
  const show = command('show', 'one organization', 'org show --org Acme')
    .addOption(orgOption())
    .action(({ org, json }: Shared) =>
      withDatabase(async (db) => {
        const found = await organizationNamed(db, org)
        print(found, json, () => inFull(found))
      }),
    )
  const tier = command('tier', 'put an organization into a tier', 'org tier tier3 --org Acme')
    .argument('<tier>', Object.keys(TIERS).join(', '))
    .addOption(orgOption())
    .action((word: string, { org, json }: Shared) =>
      withDatabase(async (db) => {
        if (!isTier(word)) throw new Error(`there is no tier "${word}": use ${Object.keys(TIERS).join(', ')}`)
        const { id } = await organizationNamed(db, org)
        await setTier(db, id, word)
        const changed = await organizationNamed(db, id)
        print(changed, json, () => inFull(changed))
      }),
    )
  const limits = command(
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
      withDatabase(async (db) => {
        const { id } = await organizationNamed(db, org)
        await setLimits(db, id, ownLimits(options))
        const changed = await organizationNamed(db, id)
        print(changed, json, () => inFull(changed))
      }),
    )
  return group('org', 'organizations: who pays', 'org list', [
    create,
    list,
    show,
    tier,
    limits,
    exportCommand(),
    deleteCommand(),
  ])
}

interface LimitOptions {
  readonly requestsPerMinute?: string
  readonly concurrency?: string
  readonly clonesPerHour?: string
  readonly voices?: string
}

function ownLimits({ requestsPerMinute, concurrency, clonesPerHour, voices }: LimitOptions): OwnLimits {
  if ([requestsPerMinute, concurrency, clonesPerHour, voices].every((option) => option === undefined))
    throw new Error(
      'nothing to change: give --requests-per-minute, --concurrency, --clones-per-hour or --voices',
    )
  return {
    requestsPerMinute: limit('--requests-per-minute', requestsPerMinute, MOST.requestsPerMinute),
    concurrency: limit('--concurrency', concurrency, MOST.concurrency),
    clonesPerHour: limit('--clones-per-hour', clonesPerHour, MOST.clonesPerHour),
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

function inTable({ name, tier, balance, requestsPerMinute, concurrency, id }: OrganizationListing) {
  return { name, tier, credits: balance, 'requests/min': requestsPerMinute, 'at once': concurrency, id }
}

function inFull(organization: OrganizationListing): string {
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
