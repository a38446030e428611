import { Command } from 'commander'
import {
  createOrganization,
  findOrganization,
  listOrganizations,
  type OrganizationListing,
  type OwnLimits,
  setLimits,
  setTier,
} from '../accounts/organizations.ts'
import { isTier, TIERS } from '../accounts/tiers.ts'
import { print, table } from './print.ts'
import { organizationNamed, withDatabase } from './with-database.ts'

interface Json {
  readonly json?: boolean
}

export function organizationCommand(): Command {
  const create = new Command('create')
    .description('make an organization with a first project; "key create" then makes it a key')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action((name: string, { json }: Json) =>
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
  const list = new Command('list')
    .description('all organizations with tier, balance and limits')
    .option('--json', 'as JSON')
    .action(({ json }: Json) =>
      withDatabase(async (db) => {
        const found = await listOrganizations(db)
        print(found, json, () => table(found.map(inTable), 'There is no organization yet.'))
      }),
    )
  const show = new Command('show')
    .description('one organization')
    .argument('<organization>', 'its name or id')
    .option('--json', 'as JSON')
    .action((organization: string, { json }: Json) =>
      withDatabase(async (db) => {
        const found = await organizationNamed(db, organization)
        print(found, json, () => inFull(found))
      }),
    )
  const tier = new Command('tier')
    .description('put an organization into a tier')
    .argument('<organization>', 'its name or id')
    .argument('<tier>', Object.keys(TIERS).join(', '))
    .option('--json', 'as JSON')
    .action((organization: string, word: string, { json }: Json) =>
      withDatabase(async (db) => {
        if (!isTier(word)) throw new Error(`there is no tier "${word}": use ${Object.keys(TIERS).join(', ')}`)
        await setTier(db, (await organizationNamed(db, organization)).id, word)
        const changed = await organizationNamed(db, organization)
        print(changed, json, () => inFull(changed))
      }),
    )
  const limits = new Command('limits')
    .description('give an organization limits of its own, or those of its tier again')
    .argument('<organization>', 'its name or id')
    .option('--requests-per-minute <count>', 'a whole number, or "tier"')
    .option('--concurrency <count>', 'turns at once: a whole number, or "tier"')
    .option('--clones-per-hour <count>', 'a whole number, or "tier"')
    .option('--voices <count>', 'cloned voices: a whole number, or "tier"')
    .option('--json', 'as JSON')
    .action((organization: string, options: LimitOptions & Json) =>
      withDatabase(async (db) => {
        await setLimits(db, (await organizationNamed(db, organization)).id, ownLimits(options))
        const changed = await organizationNamed(db, organization)
        print(changed, options.json, () => inFull(changed))
      }),
    )
  return new Command('org')
    .description('organizations: who pays')
    .addCommand(create)
    .addCommand(list)
    .addCommand(show)
    .addCommand(tier)
    .addCommand(limits)
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
    requestsPerMinute: limit('--requests-per-minute', requestsPerMinute, MOST_REQUESTS),
    concurrency: limit('--concurrency', concurrency, MOST_TURNS),
    clonesPerHour: limit('--clones-per-hour', clonesPerHour, MOST_CLONES),
    voices: limit('--voices', voices, MOST_VOICES),
  }
}

const MOST_REQUESTS = 1_000_000
/** Each turn at once has a row of its own. */
const MOST_TURNS = 10_000
/** The moment of each is kept for an hour, and counted with every other. */
const MOST_CLONES = 10_000
/** A list reads them all, whatever the page. */
const MOST_VOICES = 10_000

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
