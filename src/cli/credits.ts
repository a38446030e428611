import { Command } from 'commander'
import { buy, CREDITS_PER_DOLLAR, SMALLEST_PURCHASE_CENTS } from '../accounts/ledger.ts'
import { print } from './print.ts'
import { organizationNamed, withDatabase } from './with-database.ts'

export function creditsCommand(): Command {
  const add = new Command('add')
    .description(
      `book a purchase: $1 buys ${CREDITS_PER_DOLLAR} credits, from $${SMALLEST_PURCHASE_CENTS / 100}`,
    )
    .argument('<organization>', 'its name or id')
    .argument('<dollars>', 'what was paid, such as 20 or 12.50')
    .option('--reference <text>', 'of the payment: the same reference counts only once')
    .option('--json', 'as JSON')
    .action(
      (organization: string, dollars: string, { reference, json }: { reference?: string; json?: boolean }) =>
        withDatabase(async (db) => {
          const { id, name } = await organizationNamed(db, organization)
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
  const show = new Command('show')
    .description('the balance of an organization')
    .argument('<organization>', 'its name or id')
    .option('--json', 'as JSON')
    .action((organization: string, { json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        const { name, balance, tier } = await organizationNamed(db, organization)
        print({ organization: name, balance, tier }, json, () => `${name} has ${balance} credits (${tier}).`)
      }),
    )
  return new Command('credits').description('prepaid credits').addCommand(add).addCommand(show)
}

function centsOf(dollars: string): number {
  const cents = Math.round(Number(dollars) * 100)
  if (/^\d{1,9}(\.\d{1,2})?$/.test(dollars) && cents >= SMALLEST_PURCHASE_CENTS) return cents
  throw new Error(`"${dollars}" is not an amount from $${SMALLEST_PURCHASE_CENTS / 100}: write 20 or 12.50`)
}
