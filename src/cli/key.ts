import type { Command } from 'commander'
import { generateKey, prefixIn } from '../accounts/api-key.ts'
import { shellCommand } from '../system/shell-command.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf, type Management, ManagementError } from './management-client.ts'
import { idOf, organizationNamed } from './organizations.ts'
import { print, table } from './print.ts'
import { projectNamed } from './project.ts'

/** The commands that begin with `key`. */
export function keyCommand(): Command {
  return group('key', 'API keys', 'key list', [
    createCommand(),
    listCommand(),
    revokeCommand(),
    generateCommand(),
  ])
}

function createCommand(): Command {
  return command('create', 'make a key; it is shown only once', 'key create --org Acme --name "phone bridge"')
    .addOption(orgOption())
    .option('--project <name>', 'the project that it belongs to (default: the one made first)')
    .option('--name <name>', 'what it is for', 'made on the command line')
    .action(({ org, project, name, json }: Shared & { project?: string; name: string }) =>
      withManagement(async (api) => {
        const organization = await organizationNamed(api, org)
        const project_id = project === undefined ? undefined : await projectNamed(api, organization, project)
        const { key } = await answerOf(
          api.organizations({ organization: organization.id }).keys.post({ name, project_id }),
        )
        await print({ key, name }, json, () => key)
      }),
    )
}

function listCommand(): Command {
  return command('list', 'keys, by prefix', 'key list --org Acme')
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const keys = await listed(api, org)
        await print(keys, json, () => table(keys.map(inTable), 'There is no key yet.'))
      }),
    )
}

function revokeCommand(): Command {
  return command('revoke', 'make a key invalid, at once and for good', 'key revoke TlagLAXd --org Acme')
    .argument('<prefix>', 'the eight characters after sk_purr_, or the whole key')
    .addOption(orgOption('any of them'))
    .action((keyOrPrefix: string, { org, json }: Shared) =>
      withManagement(async (api) => {
        if (keyOrPrefix.startsWith('mk_purr_'))
          throw new Error(
            `that is a management key: "${shellCommand('run purr management-key revoke')}" revokes it`,
          )
        const prefix = prefixIn(keyOrPrefix)
        if (!(await revokeKey(api, prefix, org))) {
          const whose = org === undefined ? '' : ` of "${org}"`
          const shown = shellCommand('run purr key list')
          throw new Error(`no valid key${whose} has the prefix "${prefix}": "${shown}" shows them`)
        }
        await print({ prefix, revoked: true }, json, () => `The key ${prefix} is revoked.`)
      }),
    )
}

function generateCommand(): Command {
  return command('generate', 'print a new key for PURR_API_KEY, without storing it', 'key generate').action(
    async ({ json }: Shared) => {
      const key = generateKey()
      await print({ key }, json, () => key)
    },
  )
}

/** Revokes a key. Returns whether there was a valid one. */
async function revokeKey(api: Management, prefix: string, org: string | undefined): Promise<boolean> {
  const query = { prefix, organization: await idOf(api, org) }
  try {
    const { organizationId: organization } = await answerOf(api.reports.key.get({ query }))
    await answerOf(api.organizations({ organization }).keys({ key: prefix }).delete())
    return true
  } catch (error) {
    if (error instanceof ManagementError && error.code === 'key_not_found') return false
    throw error
  }
}

async function listed(api: Management, org: string | undefined) {
  return answerOf(api.reports.keys.get({ query: { organization: await idOf(api, org) } }))
}

type Listed = Awaited<ReturnType<typeof listed>>[number]

function inTable({ prefix, name, organization, project, lastUsedAt, revokedAt }: Listed) {
  return {
    prefix,
    name,
    organization,
    project,
    'last used': lastUsedAt ?? 'never',
    revoked: revokedAt ?? 'no',
  }
}
