import type { Command } from 'commander'
import { readPagesUrl } from '../config.ts'
import { command, group, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf } from './management-client.ts'
import { print } from './print.ts'

/** The commands that begin with `person`. */
export function personCommand(): Command {
  const reset = command(
    'reset',
    'make a link with which somebody chooses a new password; it is valid for a day, once',
    'person reset ada@example.com',
  )
    .argument('<email>', 'the e-mail address of somebody who signs in on the dashboard')
    .action((email: string, { json }: Shared) =>
      withManagement(async (api) => {
        const { link, expires_at } = await answerOf(api['password-resets'].post({ email }))
        const whole = `${readPagesUrl()}${link}`
        await print({ email, link: whole, expiresAt: expires_at }, json, () => whole)
      }),
    )
  return group('person', 'people who sign in on the dashboard', 'person reset ada@example.com', [reset])
}
