import type { Command } from 'commander'
import { command, group, orgOption, type Shared } from './command.ts'
import { withManagement } from './management.ts'
import { answerOf } from './management-client.ts'
import { idOf } from './organizations.ts'
import { print, table } from './print.ts'

/** The command `ledger verify`. */
export function ledgerCommand(): Command {
  const verify = command(
    'verify',
    'check balances against purchases, charges and refunds',
    'ledger verify --org Acme',
  )
    .addOption(orgOption('all of them'))
    .action(({ org, json }: Shared) =>
      withManagement(async (api) => {
        const organization = await idOf(api, org)
        const { wrong, folded_up_to: folded } = await answerOf(
          api.reports.ledger.get({ query: { organization } }),
        )
        if (wrong.length > 0) process.exitCode = 1
        await print(wrong, json, () =>
          wrong.length === 0
            ? `Every balance equals the sum of its entries.${folded === null ? '' : ` Charges up to ${folded} are kept as sums of a day.`}`
            : table(
                wrong.map(({ organization, balance, entries }) => ({
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
