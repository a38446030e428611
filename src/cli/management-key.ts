import type { Command } from 'commander'
import { prefixIn } from '../accounts/api-key.ts'
import { shellCommand, shellWord } from '../system/shell-command.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf, type Management } from './management-client.ts'
import { idOf } from './organizations.ts'
import { print, table } from './print.ts'

/** What the commands are about without an organization. */
const WITHOUT_ORG = 'the keys for all of them, which may do everything'

/** The commands that begin with `management-key`. */
export function managementKeyCommand(): Command {
  return group('management-key', 'keys of programs that manage', 'management-key list', [
    createCommand(),
    listCommand(),
    revokeCommand(),
  ])
}

function createCommand(): Command {
  return command(
    'create',
    'make a key with which a program manages; it is shown only once',
    'management-key create --org Acme --name "onboarding"',
  )
    .addOption(orgOption('a key for all of them, which may do everything'))
    .option('--name <name>', 'what it is for', 'made on the command line')
    .action(({ org, name, json }: Shared & { name: string }) =>
      withManagement(async (api) => {
        const { key } = await answerOf(keysOf(api, await idOf(api, org)).post({ name }))
        await print({ key, name }, json, () => key)
      }),
    )
}

function listCommand(): Command {
  return command('list', 'management keys, by prefix', 'management-key list --org Acme')
    .addOption(orgOption(WITHOUT_ORG))
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const { data } = await answerOf(keysOf(api, await idOf(api, org)).get())
        const keys = data.map(({ created_at, last_used_at, ...key }) => {
          return { ...key, createdAt: created_at, lastUsedAt: last_used_at }
        })
        await print(keys, json, () => table(keys.map(inTable), 'There is no management key yet.'))
      }),
    )
}

function revokeCommand(): Command {
  return command(
    'revoke',
    'make a management key invalid, at once and for good',
    'management-key revoke a1B2c3D4 --org Acme',
  )
    .argument('<prefix>', 'the eight characters after mk_purr_, or the whole key')
    .addOption(orgOption(WITHOUT_ORG))
    .action((keyOrPrefix: string, { org, json }: Shared) =>
      withManagement(async (api) => {
        if (keyOrPrefix.startsWith('sk_purr_'))
          throw new Error(
            `that is an API key, not a management key: "${shellCommand('run purr key revoke')}" revokes it`,
          )
        const prefix = prefixIn(keyOrPrefix, 'mk')
        const organization = await idOf(api, org)
        const { data } = await answerOf(keysOf(api, organization).get())
        const found = data.find((key) => key.prefix === prefix)
        if (found === undefined) {
          const shown = shellCommand(
            `run purr management-key list${org === undefined ? '' : ` --org ${shellWord(org)}`}`,
          )
          throw new Error(`no valid management key has the prefix "${prefix}": "${shown}" shows them`)
        }
        await answerOf(keysOf(api, organization)({ key: found.id }).delete())
        await print({ prefix, revoked: true }, json, () => `The management key ${prefix} is revoked.`)
      }),
    )
}

/** The management keys of an organization, or those of the operator. */
function keysOf(api: Management, organization: string | undefined) {
  return organization === undefined
    ? api['management-keys']
    : api.organizations({ organization })['management-keys']
}

interface Listed {
  readonly prefix: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

function inTable({ prefix, name, createdAt, lastUsedAt }: Listed) {
  return { prefix, name, made: createdAt, 'last used': lastUsedAt ?? 'never' }
}
