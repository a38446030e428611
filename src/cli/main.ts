import { CommanderError } from 'commander'
import { firstLine, isOfDatabase, withoutStatement } from '../storage/unavailable.ts'
import { purrCommand } from './purr.ts'

try {
  const command = await purrCommand(process.argv[2])
  await command.parseAsync()
  process.exit(process.exitCode ?? 0)
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exit(thrown.exitCode)
  const error = withoutStatement(thrown)
  console.error(`purr: ${isOfDatabase(error) ? 'the database has failed: ' : ''}${firstLine(error)}`)
  process.exit(1)
}
