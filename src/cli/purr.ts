import type { Command } from 'commander'
import { version } from '../../package.json'
import { shellCommand } from '../system/shell-command.ts'
import { group } from './command.ts'

/** The commands of `purr`, in the order of its help. Each loads what it needs: all of them together take twice as long. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  say: async () => (await import('./say.ts')).sayCommand(),
  voices: async () => (await import('./voices.ts')).voicesCommand(),
  models: async () => (await import('./models.ts')).modelsCommand(),
  org: async () => (await import('./organization.ts')).organizationCommand(),
  project: async () => (await import('./project.ts')).projectCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  person: async () => (await import('./person.ts')).personCommand(),
  'management-key': async () => (await import('./management-key.ts')).managementKeyCommand(),
  credits: async () => (await import('./credits.ts')).creditsCommand(),
  ledger: async () => (await import('./ledger.ts')).ledgerCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
}

/**
 * The command `purr`.
 *
 * @param named the only one of its commands that is needed. Without it, or when there is none of that name, it has all
 */
export async function purrCommand(named = ''): Promise<Command> {
  const needed = Object.hasOwn(COMMANDS, named) ? [COMMANDS[named]!] : Object.values(COMMANDS)
  return group(
    'purr',
    `Purr: text to speech. "${shellCommand('start')}" starts the server.`,
    'say "Good morning."',
    await Promise.all(needed.map((load) => load())),
  ).version(version, '--version', 'print the version')
}
