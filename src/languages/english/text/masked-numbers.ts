import { masksOf } from '../../shared/text/masked-numbers.ts'

/** The masks of numbers: "Visa *4821", "Checking (…4482)", "ending in x4821". */
export const { isMasked, readMask } = masksOf(
  'visa|master ?card|amex|discover|card|acct|account|checking|savings|debit|credit|ending|ssn|number',
  'end(?:ing|s) (?:in|with)',
)
