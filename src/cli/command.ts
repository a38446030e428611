import { Command, Option } from 'commander'
import { shellCommand } from '../system/shell-command.ts'

/** The options that commands share, as the user gave them. */
export interface Shared {
  readonly org?: string
  readonly json?: boolean
}

/**
 * A command that does something: it can answer as JSON.
 *
 * @param example the command and what follows it, as after `purr`
 */
export function command(name: string, description: string, example: string): Command {
  return explained(name, description, example).option('--json', 'as JSON')
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
 * Says which organization a command is for.
 *
 * @param otherwise which it is for without this option
 */
export function orgOption(otherwise = 'the first one made'): Option {
  return new Option('--org <organization>', `which organization, by name or id; without it ${otherwise}`)
}

/**
 * A command that shows an example in its help, and after every mistake, in one line. A CommanderError is only thrown
 * once a help text is printed.
 */
function explained(name: string, description: string, example: string): Command {
  const line = shellCommand(`run purr ${example}`)
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  ${line}`)
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      if (error.code.startsWith('commander.help')) throw error
      throw new Error(`${error.message.replace(/^error: /, '').replaceAll('\n', ' ')} (example: ${line})`)
    })
}
