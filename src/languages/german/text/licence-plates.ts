import { matchAt, type Reader, textBefore } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, code } from './number-words.ts'

const PLATE = /(?!DIN-[A-C]\d)([A-ZÄÖÜ]{1,3}-[A-Z]{1,2}) ?(\d{1,4})([EH]?)(?![A-Za-zÄÖÜäöüß0-9-]|[.,]\d)/y
/** Without a hyphen, where the words before it say what it is. */
const SPACED_PLATE = /([A-ZÄÖÜ]{1,3} [A-Z]{1,2}) (\d{1,4})([EH]?)(?![A-Za-zÄÖÜäöüß0-9-]|[.,]\d)/y
const CUE = /(?:kennzeichen|kfz|nummernschild)(?: ist| lautet|:)? $/i
const MAX_CUE_LENGTH = 24
/** Numbers with more digits are read digit by digit. */
const MAX_CARDINAL_DIGITS = 3

/** Reads the licence plates of cars: "B-AB 123" is "B A B hundertdreiundzwanzig". */
export const readLicencePlate: Reader = ({ text }, at) => {
  const isAnnounced = CUE.test(textBefore(text, at, MAX_CUE_LENGTH))
  const match = matchAt(PLATE, text, at) ?? (isAnnounced ? matchAt(SPACED_PLATE, text, at) : null)
  if (!match) return undefined
  const [plate, letters, digits, kind] = match
  const [place, series] = letters!.split(/[- ]/)
  const number = digits!.length > MAX_CARDINAL_DIGITS ? code(digits!) : cardinal(digits!)
  const said = [
    { at, words: spell(place!) },
    { at: at + place!.length + 1, words: spell(series!) },
    { at: at + plate.indexOf(digits!), words: kind === '' ? number : `${number} ${kind}` },
  ]
  return { end: at + plate.length, said }
}
