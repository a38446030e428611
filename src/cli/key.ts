import { Command } from 'commander'
import { generateKey } from '../accounts/api-key.ts'
import { createKey, type KeyListing, listKeys, revokeKey } from '../accounts/keys.ts'
import { firstProject } from '../accounts/organizations.ts'
import { print, table } from './print.ts'
import { organizationNamed, withDatabase } from './with-database.ts'

export function keyCommand(): Command {
  const create = new Command('create')
    .description('make a key; it is shown only once')
    .option('--org <organization>', 'whose, by name or id; without it the first one made')
    .option('--name <name>', 'what it is for', 'made on the command line')
    .option('--json', 'as JSON')
    .action(({ org, name, json }: { org?: string; name: string; json?: boolean }) =>
      withDatabase(async (db) => {
        const organizationId = org === undefined ? undefined : (await organizationNamed(db, org)).id
        const project = await firstProject(db, organizationId)
        if (project === undefined)
          throw new Error('there is no project yet: start the server once, with "bun start"')
        const key = await createKey(db, project, name)
        print({ key, name }, json, () => key)
      }),
    )
  const list = new Command('list')
    .description('all keys, by prefix')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        const keys = await listKeys(db)
        print(keys, json, () => table(keys.map(inTable), 'There is no key yet.'))
      }),
    )
  const revoke = new Command('revoke')
    .description('make a key invalid, at once and for good')
    .argument('<prefix>', 'the eight characters after sk_purr_')
    .option('--json', 'as JSON')
    .action((prefix: string, { json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        if (!(await revokeKey(db, prefix))) {
          throw new Error(`no valid key has the prefix "${prefix}": "bun run purr key list" shows them`)
        }
        print({ prefix, revoked: true }, json, () => `The key ${prefix} is revoked.`)
      }),
    )
  const generate = new Command('generate')
    .description('print a new well-formed key for PURR_API_KEY, without storing it')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const key = generateKey()
      print({ key }, json, () => key)
    })
  return new Command('key')
    .description('API keys')
    .addCommand(create)
    .addCommand(list)
    .addCommand(revoke)
    .addCommand(generate)
}

function inTable({ prefix, name, organization, project, lastUsedAt, revokedAt }: KeyListing) {
  const used = lastUsedAt?.toISOString() ?? 'never'
  return { prefix, name, organization, project, 'last used': used, revoked: revokedAt?.toISOString() ?? 'no' }
}
