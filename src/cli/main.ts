import { CommanderError } from 'commander'
import { shellCommand } from '../system/shell-command.ts'
import { group } from './command.ts'
import { creditsCommand } from './credits.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { organizationCommand } from './organization.ts'
import { sayCommand } from './say.ts'
import { voicesCommand } from './voices.ts'

const purr = group(
  'purr',
  `Purr: text to speech. The server is started with "${shellCommand('start')}".`,
  'say "Good morning."',
  [sayCommand(), voicesCommand(), organizationCommand(), keyCommand(), creditsCommand(), ledgerCommand()],
)

try {
  await purr.parseAsync()
  process.exit(process.exitCode ?? 0)
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode)
  console.error(`purr: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
