import type { Command } from 'commander'
import { CREDITS_PER_DOLLAR, MIN_PURCHASE_CENTS } from '../accounts/purchases.ts'
import { MAX_DOLLARS } from '../management/credits/booking.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf } from './management-client.ts'
import { organizationNamed } from './organizations.ts'
import { print } from './print.ts'

/** The commands `credits add` and `credits show`. */
export function creditsCommand(): Command {
  return group('credits', 'prepaid credits', 'credits show --org Acme', [addCommand(), showCommand()])
}

function addCommand(): Command {
  return command(
    'add',
    `book a purchase: $1 buys ${CREDITS_PER_DOLLAR} credits, and $${MIN_PURCHASE_CENTS / 100} is the minimum`,
    'credits add 50 --org Acme --reference invoice-17',
  )
    .argument('<dollars>', 'what was paid, such as 20 or 12.50')
    .option('--reference <text>', 'reference of the payment, which counts only once')
    .addOption(orgOption())
    .action((dollars: string, { org, reference, json }: Shared & { reference?: string }) =>
      withManagement(async (api) => {
        const { id, name } = await organizationNamed(api, org)
        const amount = dollarsOf(dollars)
        const { is_new: isNew } = await answerOf(
          api.organizations({ organization: id }).credits.post({ amount, reference }),
        )
        const { balance, tier } = await organizationNamed(api, id)
        await print({ organization: name, isNew, balance, tier }, json, () =>
          isNew
            ? `${name} has ${balance} credits now (${tier}).`
            : `The payment "${reference}" was booked before: nothing has changed. ${name} has ${balance} credits.`,
        )
      }),
    )
}

function showCommand(): Command {
  return command('show', 'the balance of an organization', 'credits show --org Acme')
    .addOption(orgOption())
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const { name, balance, tier } = await organizationNamed(api, org)
        await print(
          { organization: name, balance, tier },
          json,
          () => `${name} has ${balance} credits (${tier}).`,
        )
      }),
    )
}

function dollarsOf(text: string): number {
  const dollars = Number(text)
  const isWithin = dollars * 100 >= MIN_PURCHASE_CENTS && dollars <= MAX_DOLLARS
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text) && isWithin) return dollars
  const range = `$${MIN_PURCHASE_CENTS / 100} to $${MAX_DOLLARS}`
  throw new Error(`"${text}" is not an amount from ${range}: write 20 or 12.50`)
}
