import { CommanderError } from 'commander'
import { firstLine, isOfDatabase, withoutStatement } from '../storage/unavailable.ts'
import { purrCommand } from './purr.ts'

/**
 * Runs the command `purr`. An error is one line on standard error.
 *
 * @param args what is written after `purr`
 * @returns its exit code
 */
export async function runPurr(args: readonly string[]): Promise<number> {
  try {
    const command = await purrCommand(args[0])
    await command.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode
    const error = withoutStatement(thrown)
    console.error(`purr: ${isOfDatabase(error) ? 'the database has failed: ' : ''}${firstLine(error)}`)
    return 1
  }
}
