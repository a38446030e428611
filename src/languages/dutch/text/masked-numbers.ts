import { masksOf } from '../../shared/text/masked-numbers.ts'

/** The masks of numbers: "Visa *4821", "rekening ...4482", "eindigt op -4821". */
export const { isMasked, readMask } = masksOf(
  String.raw`visa|mastercard|maestro|amex|\p{L}{0,12}card|\p{L}{0,16}kaart|\p{L}{0,16}pas|\p{L}{0,16}rekening|iban|\p{L}{0,16}nummer|\p{L}{0,12}nr`,
  'eindig(?:t|end) op',
)
