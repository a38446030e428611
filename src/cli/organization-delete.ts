import type { Command } from 'commander'
import { removeOrphanedPrompts } from '../bridges/prompts/orphaned-prompts.ts'
import { readOperatorEmail, readStorageConfig } from '../config.ts'
import { type Deletion, deleteOrganization } from '../retention/delete-organization.ts'
import { shellCommand } from '../system/shell-command.ts'
import { command, type Shared } from './command.ts'
import { confirmByName } from './confirm.ts'
import { organizationNamed } from './organizations.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

/** The command `org delete`. */
export function deleteCommand(): Command {
  return command(
    'delete',
    'delete an organization with all that belongs to it, for good; its keys are refused at once',
    'org delete Acme',
  )
    .argument('<organization>', 'its name or id')
    .option('-y, --yes', 'do not ask')
    .action((organization: string, { yes, json }: Shared & { yes?: boolean }) =>
      withDatabase(async ({ db, isExclusive }, api) => {
        const { id, name, balance } = await organizationNamed(api, organization)
        const isSure =
          yes ||
          (await confirmByName(
            `"${name}" and its keys, voices, dictionaries and ${balance} credits will be deleted for good ("${shellCommand('run purr org export')}" keeps a copy). Type its name`,
            name,
            `"${name}" is not deleted: there is no terminal to ask at, so say --yes`,
          ))
        if (!isSure) throw new Error('nothing was deleted')
        const deletion = await deleteOrganization(db, id, isExclusive, readOperatorEmail())
        const prompts = await removeOrphanedPrompts(db, readStorageConfig().dataDir)
        await print({ id, name, ...deletion, prompts }, json, () => inWords(name, deletion, prompts))
      }),
    )
}

function inWords(name: string, { keys, voices, dictionaries, kept }: Deletion, prompts: number): string {
  const { purchases, reversals, cents } = kept
  return [
    `"${name}" is deleted. Keys: ${keys}, cloned voices: ${voices}, dictionaries: ${dictionaries}, files of phone prompts: ${prompts}.`,
    `Kept for the books, without its name: $${(cents / 100).toFixed(2)}. Purchases: ${purchases}, reversals: ${reversals}.`,
  ].join('\n')
}
