import { masksOf } from '../../shared/text/masked-numbers.ts'

/** The masks of numbers: "Visa *4821", "Konto ...4482", "endet auf -4821". */
export const { isMasked, readMask } = masksOf(
  String.raw`visa|mastercard|maestro|amex|\p{L}{0,12}card|\p{L}{0,16}karte|\p{L}{0,16}konto|iban|\p{L}{0,16}nummer|\p{L}{0,12}nr`,
  'ende[tn]d? (?:auf|mit)|endung|endziffern',
)
