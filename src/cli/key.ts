import type { Command } from 'commander'
import { generateKey } from '../accounts/api-key.ts'
import { createKey, type KeyListing, listKeys, revokeKey } from '../accounts/keys.ts'
import { firstProject } from '../accounts/organizations.ts'
import { shellCommand } from '../system/shell-command.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { print, table } from './print.ts'
import { idOf, organizationNamed, withDatabase } from './with-database.ts'

export function keyCommand(): Command {
  const create = command(
    'create',
    'make a key; it is shown only once',
    'key create --org Acme --name "phone bridge"',
  )
    .addOption(orgOption())
    .option('--name <name>', 'what it is for', 'made on the command line')
    .action(({ org, name, json }: Shared & { name: string }) =>
      withDatabase(async (db) => {
        const project = await firstProject(db, (await organizationNamed(db, org)).id)
        const key = await createKey(db, project!, name)
        print({ key, name }, json, () => key)
      }),
    )
  const list = command('list', 'keys, by prefix', 'key list --org Acme')
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withDatabase(async (db) => {
        const keys = await listKeys(db, await idOf(db, org))
        print(keys, json, () => table(keys.map(inTable), 'There is no key yet.'))
      }),
    )
  const revoke = command(
    'revoke',
    'make a key invalid, at once and for good',
    'key revoke TlagLAXd --org Acme',
  )
    .argument('<prefix>', 'the eight characters after sk_purr_')
    .addOption(orgOption('any of them'))
    .action((prefix: string, { org, json }: Shared) =>
      withDatabase(async (db) => {
        if (!(await revokeKey(db, prefix, await idOf(db, org)))) {
          const whose = org === undefined ? '' : ` of "${org}"`
          const shown = shellCommand('run purr key list')
          throw new Error(`no valid key${whose} has the prefix "${prefix}": "${shown}" shows them`)
        }
        print({ prefix, revoked: true }, json, () => `The key ${prefix} is revoked.`)
      }),
    )
  const generate = command(
    'generate',
    'print a new key for PURR_API_KEY, without storing it',
    'key generate',
  ).action(({ json }: Shared) => {
    const key = generateKey()
    print({ key }, json, () => key)
  })
  return group('key', 'API keys', 'key list', [create, list, revoke, generate])
}

function inTable({ prefix, name, organization, project, lastUsedAt, revokedAt }: KeyListing) {
  const used = lastUsedAt?.toISOString() ?? 'never'
  return { prefix, name, organization, project, 'last used': used, revoked: revokedAt?.toISOString() ?? 'no' }
}
