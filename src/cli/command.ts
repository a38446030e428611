import { Command, Option } from 'commander'
import { shellCommand } from '../system/shell-command.ts'

/** The options that commands share, as the user gave them. */
export interface Shared {
  readonly org?: string
  readonly json?: boolean
}

/**
 * A command that does something and can print its result as JSON.
 *
 * @param example what to write after `purr`
 */
export function command(name: string, description: string, example: string): Command {
  return explained(name, description, example).option('--json', 'print JSON')
}

/** Commands that belong together under one name. */
export function group(
  name: string,
  description: string,
  example: string,
  commands: readonly Command[],
): Command {
  const made = explained(name, description, example)
  for (const each of commands) made.addCommand(each)
  return made
}

/**
 * The option that selects an organization.
 *
 * @param otherwise what applies without it
 */
export function orgOption(otherwise = 'the one made first'): Option {
  return new Option('--org <organization>', `an organization, by name or id (default: ${otherwise})`)
}

/**
 * A command that shows an example in its help and in the one line of every error. It throws a CommanderError only after
 * it has printed a help text or the version.
 */
export function explained(name: string, description: string, example: string): Command {
  const line = shellCommand(`run purr ${example}`)
  const made = new Command(name)
  return made
    .description(description)
    .addHelpText('after', `\nExample:\n  ${line}`)
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      if (error.code.startsWith('commander.help') || error.code === 'commander.version') throw error
      const isSimilar = error.message.includes('Did you mean')
      const isUnknown = error.code === 'commander.unknownOption' && !isSimilar
      const advice =
        isUnknown && made.registeredArguments.length > 0
          ? '; what begins with - and is no option comes last, after --'
          : ''
      const said = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
      throw new Error(`${said}${advice} (example: ${line})`)
    })
}
