import { Command } from 'commander'
import { firstLine, isOfDatabase, withoutStatement } from '../storage/unavailable.ts'
import { creditsCommand } from './credits.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { organizationCommand } from './organization.ts'
import { sayCommand } from './say.ts'
import { voicesCommand } from './voices.ts'

const purr = new Command('purr')
  .description('Purr: text to speech. The server is started with "bun start".')
  .addCommand(sayCommand())
  .addCommand(voicesCommand())
  .addCommand(organizationCommand())
  .addCommand(keyCommand())
  .addCommand(creditsCommand())
  .addCommand(ledgerCommand())

try {
  await purr.parseAsync()
  process.exit(process.exitCode ?? 0)
} catch (thrown) {
  const error = withoutStatement(thrown)
  console.error(`purr: ${isOfDatabase(error) ? 'the database has failed: ' : ''}${firstLine(error)}`)
  process.exit(1)
}
