import type { Command } from 'commander'
import { foldedUpTo, verifyLedger } from '../accounts/ledger.ts'
import { command, group, orgOption, type Shared } from './command.ts'
import { print, table } from './print.ts'
import { idOf, withDatabase } from './with-database.ts'

export function ledgerCommand(): Command {
  const verify = command(
    'verify',
    'check balances against purchases, charges and refunds',
    'ledger verify --org Acme',
  )
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withDatabase(async (db) => {
        const id = await idOf(db, org)
        const found = await verifyLedger(db, id)
        const folded = await foldedUpTo(db, id)
        if (found.length > 0) process.exitCode = 1
        print(found, json, () =>
          found.length === 0
            ? `Every balance equals the sum of its entries.${folded === undefined ? '' : ` Charges up to ${folded} are kept as sums of a day.`}`
            : table(
                found.map(({ organization, balance, entries }) => ({
                  organization,
                  balance,
                  entries,
                  difference: balance - entries,
                })),
                '',
              ),
        )
      }),
    )
  return group('ledger', 'the book of purchases, charges and refunds', 'ledger verify', [verify])
}
