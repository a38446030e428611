import { Command } from 'commander'
import { verifyLedger } from '../accounts/ledger.ts'
import { print, table } from './print.ts'
import { withDatabase } from './with-database.ts'

export function ledgerCommand(): Command {
  const verify = new Command('verify')
    .description("check every organization's balance against its purchases, charges and refunds")
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async (db) => {
        const found = await verifyLedger(db)
        if (found.length > 0) process.exitCode = 1
        print(found, json, () =>
          found.length === 0
            ? 'Every balance is what its entries make it.'
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
  return new Command('ledger').description('the book of purchases, charges and refunds').addCommand(verify)
}
