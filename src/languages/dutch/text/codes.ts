import { matchAt, type Reader, textBefore, type Verbalization, wordAfter } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal, digitByDigit } from './number-words.ts'

const IBAN =
  /[A-Z]{2}\d{2}(?: ?(?=[A-Z\d]{0,3}\d)[A-Z\d]{4}| ?[A-Z]{4}(?= ?\d)){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Za-z\d])/y
const POSTCODE = /([1-9]\d)(\d\d) ?(?!SA|SD|SS|EU|VS|EK|WK|TV)([A-Z]{2})(?![A-Za-z\d'&/-])/y
const ANNOUNCED = /(?:^|\n|, |postcode(?: is)?:? |\bpc:? |\bherhaal:? )$/i
const MAX_ANNOUNCEMENT_LENGTH = 14

/** The number of a case before a court: "HA ZA 22-123", "CV EXPL 24-9251". */
const CASE = /(HA|KG|CV|EA|FA|EJ) (ZA|RK|EXPL|VERZ) (\d{2})[-/](\d{1,5})(?![\dA-Za-z-]|[.,]\d)/y

/** Reads the number of a case: "H A Z A tweeëntwintig, honderddrieëntwintig". */
export const readCaseNumber: Reader = ({ text }, at) => {
  const match = matchAt(CASE, text, at)
  if (!match) return undefined
  const [whole, court, kind, year, number] = match
  const numberAt = at + whole.length - number!.length
  return {
    end: at + whole.length,
    said: [
      { at, words: spell(court!) },
      { at: at + 3, words: spell(kind!) },
      { at: at + 4 + kind!.length, words: cardinal(year!) },
      { at: numberAt, words: `, ${number!.length > 3 ? digitByDigit(number!) : cardinal(number!)}` },
    ],
  }
}

/** Reads an IBAN: "N L negen één, A B N A, nul vier één zeven". */
export const readIban: Reader = ({ text }, at) => {
  const match = matchAt(IBAN, text, at)
  if (!match) return undefined
  const said: Verbalization[] = []
  for (const { index, group } of groupsOf(match[0])) {
    if (said.length > 0) said.push({ at: at + index - 1, words: ',' })
    const words = Array.from(group, (sign) => (/\d/.test(sign) ? digitByDigit(sign) : spell(sign))).join(' ')
    said.push({ at: at + index, words })
  }
  return { end: at + match[0].length, said, isNumber: false }
}

/** The characters in groups of four, regardless of the spaces. */
function groupsOf(iban: string): { index: number; group: string }[] {
  const groups: { index: number; group: string }[] = []
  let length = 0
  for (const [index, sign] of Array.from(iban).entries()) {
    if (sign === ' ') continue
    if (length % 4 === 0) groups.push({ index, group: '' })
    groups.at(-1)!.group += sign
    length++
  }
  return groups
}

/** Reads the postcode of an address in two pairs: "1234 AB" is "twaalf vierendertig A B". */
export const readPostcode: Reader = ({ text }, at) => {
  const match = matchAt(POSTCODE, text, at)
  if (!match) return undefined
  const [whole, first, second, letters] = match
  const end = at + whole.length
  const isAnnounced = ANNOUNCED.test(textBefore(text, at, MAX_ANNOUNCEMENT_LENGTH))
  const hasPlace = /^[A-Z'][a-z-]/.test(wordAfter(text, end))
  if (!isAnnounced && !hasPlace) return undefined
  return {
    end,
    said: [
      { at, words: pairs(first!, second!) },
      { at: end - 2, words: spell(letters!) },
    ],
  }
}

/** "twaalf vierendertig", "tien nul vijf", "elfhonderd", "vijfendertig honderd" */
function pairs(first: string, second: string): string {
  if (second === '00' && Number(first) > 20 && !first.endsWith('0')) return `${cardinal(first)} honderd`
  if (second === '00') return cardinal(first + second)
  return `${cardinal(first)} ${second.startsWith('0') ? digitByDigit(second) : cardinal(second)}`
}
