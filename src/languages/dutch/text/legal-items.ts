import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** An item of a Belgian law, which has the sign of degrees: "artikel 5, § 2, 1° en 3°". */
const ITEM = /(\d{1,2})°(?![CFK]|\p{L})/uy
/** The article or paragraph before it, and the items between. */
const LAW_BEFORE =
  /(?:§ ?\d{1,3}|(?<!\p{L})(?:art\.|artikel|lid) ?\d{1,4}(?:bis|ter|quater)?|(?:eerste|tweede|derde) lid),(?: \d{1,2}°(?:,| en| of| tot| t\/m)){0,6} $/iu
const MAX_BEFORE_LENGTH = 60

/** Reads the items of laws as plain numbers. */
export const readLegalItem: Reader = ({ text }, at) => {
  const item = matchAt(ITEM, text, at)
  return item && LAW_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))
    ? numberReading(at, item[0].length, cardinal(item[1]!))
    : undefined
}
