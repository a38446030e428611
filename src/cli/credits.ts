import type { Command } from 'commander'
import { buy, CREDITS_PER_DOLLAR, MIN_PURCHASE_CENTS } from '../accounts/ledger.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { print } from './print.ts'
import { organizationNamed, withDatabase } from './with-database.ts'

export function creditsCommand(): Command {
  const add = command(
    'add',
    `book a purchase: $1 buys ${CREDITS_PER_DOLLAR} credits, and $${MIN_PURCHASE_CENTS / 100} is the minimum`,
    'credits add 50 --org Acme --reference invoice-17',
  )
    .argument('<dollars>', 'what was paid, such as 20 or 12.50')
    .option('--reference <text>', 'reference of the payment, which counts only once')
    .addOption(orgOption())
    .action((dollars: string, { org, reference, json }: Shared & { reference?: string }) =>
      withDatabase(async (db) => {
        const { id, name } = await organizationNamed(db, org)
        const cents = centsOf(dollars)
        const isNew = await buy(db, id, {
          cents,
          provider: 'operator',
          reference: reference ?? crypto.randomUUID(),
        })
        const { balance, tier } = await organizationNamed(db, id)
        print({ organization: name, isNew, balance, tier }, json, () =>
          isNew
            ? `${name} has ${balance} credits now (${tier}).`
            : `The payment "${reference}" was booked before: nothing has changed. ${name} has ${balance} credits.`,
        )
      }),
    )
  const show = command('show', 'the balance of an organization', 'credits show --org Acme')
    .addOption(orgOption())
    .action(({ org, json }: Shared) =>
      withDatabase(async (db) => {
        const { name, balance, tier } = await organizationNamed(db, org)
        print({ organization: name, balance, tier }, json, () => `${name} has ${balance} credits (${tier}).`)
      }),
    )
  return group('credits', 'prepaid credits', 'credits show --org Acme', [add, show])
}

function centsOf(dollars: string): number {
  const cents = Math.round(Number(dollars) * 100)
  if (/^\d{1,9}(\.\d{1,2})?$/.test(dollars) && cents >= MIN_PURCHASE_CENTS) return cents
  throw new Error(`"${dollars}" is not an amount from $${MIN_PURCHASE_CENTS / 100}: write 20 or 12.50`)
}
