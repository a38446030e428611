import { CommanderError } from 'commander'
import { firstLine, isOfDatabase, withoutStatement } from '../storage/unavailable.ts'
import { shellCommand } from '../system/shell-command.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { group } from './command.ts'
import { creditsCommand } from './credits.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { mcpCommand } from './mcp.ts'
import { modelsCommand } from './models.ts'
import { organizationCommand } from './organization.ts'
import { sayCommand } from './say.ts'
import { voicesCommand } from './voices.ts'

const purr = group(
  'purr',
  `Purr: text to speech. "${shellCommand('start')}" starts the server.`,
  'say "Good morning."',
  [
    sayCommand(),
    voicesCommand(),
    modelsCommand(),
    organizationCommand(),
    keyCommand(),
    creditsCommand(),
    ledgerCommand(),
    backupCommand(),
    restoreCommand(),
    mcpCommand(),
  ],
)

try {
  await purr.parseAsync()
  process.exit(process.exitCode ?? 0)
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exit(thrown.exitCode)
  const error = withoutStatement(thrown)
  console.error(`purr: ${isOfDatabase(error) ? 'the database has failed: ' : ''}${firstLine(error)}`)
  process.exit(1)
}
