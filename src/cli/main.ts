import { Command } from 'commander'
import { keyCommand } from './key.ts'
import { sayCommand } from './say.ts'
import { voicesCommand } from './voices.ts'

const purr = new Command('purr')
  .description('Purr: text to speech. The server is started with "bun start".')
  .addCommand(sayCommand())
  .addCommand(voicesCommand())
  .addCommand(keyCommand())

try {
  await purr.parseAsync()
  process.exit(process.exitCode ?? 0)
} catch (error) {
  console.error(`purr: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
