import type { Command } from 'commander'
import { shellCommand } from '../system/shell-command.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { group } from './command.ts'
import { creditsCommand } from './credits.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { managementKeyCommand } from './management-key.ts'
import { mcpCommand } from './mcp.ts'
import { modelsCommand } from './models.ts'
import { organizationCommand } from './organization.ts'
import { personCommand } from './person.ts'
import { projectCommand } from './project.ts'
import { sayCommand } from './say.ts'
import { voicesCommand } from './voices.ts'

/** The command `purr` with all its commands. */
export function purrCommand(): Command {
  return group(
    'purr',
    `Purr: text to speech. "${shellCommand('start')}" starts the server.`,
    'say "Good morning."',
    [
      sayCommand(),
      voicesCommand(),
      modelsCommand(),
      organizationCommand(),
      projectCommand(),
      keyCommand(),
      personCommand(),
      managementKeyCommand(),
      creditsCommand(),
      ledgerCommand(),
      backupCommand(),
      restoreCommand(),
      mcpCommand(),
    ],
  )
}
