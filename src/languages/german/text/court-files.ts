import { LETTERS, matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { spell } from './capitals.ts'
import { cardinal, code } from './number-words.ts'

/** Marks of registers that are not all in capitals, or are also days, units or spoons. */
const MIXED_REGISTERS = wordList(
  'Ca Sa Ta Ga Ha BV TaBV StR ARs BvR BvL BvF BvE BvQ BvM Qs Ks KLs Ls Ds Cs Js Gs UJs OWi Owi Ws Ss Rs Rb RBs ORs AnwZ NotZ EnVR EnVZ Ni Li Wx Kart Verg Oa Ob Os Ra Nc Cg Bs Vr Hv',
)
/** What else stands between two numbers in capitals. */
const NO_REGISTERS = wordList('EL TL OG UG DG EUR USD CHF PS KW MB GB TB DM HP KG')

/**
 * A senate or a chamber, the mark of the register, a number and a year: "VIII ZR 277/16", "12 O 345/23". Before the senate of a
 * social court is its own letter, and the kind of the case may be behind the year: "B 6 KA 5/09 R".
 */
const FILE = new RegExp(
  `(?:(\\d{1,3})|([IVX]{1,5})([ab]?)|([BLS]) (\\d{1,2})) ([A-Z][A-Za-z]{0,4}) (\\d{1,5})\\/(\\d\\d)(?![${LETTERS}\\d/]|[.,]\\d)((?<=[BLS] [^/]{1,20}\\/..) (?:B ER|ER|BH|[RBSC])(?![${LETTERS}\\d]))?`,
  'y',
)
/** The same with a full stop, as the Federal Administrative Court writes it: "2 A 10.13". */
const DOTTED_FILE = new RegExp(
  `(\\d{1,2}) ([A-DK]N?|PB?|WB|WD|AV|VR|BN|KSt) (\\d{1,4})\\.(\\d\\d)(?![${LETTERS}\\d]|[.,]\\d)`,
  'y',
)
/** What stands before such a number, which elsewhere may be an amount. */
const DOTTED_BEFORE = /(?:[-–(] ?|Az\.:? ?|Aktenzeichen:? )$/u
const DASH = /[-–] ?/y
const MAX_BEFORE_LENGTH = 14

/** Reads the numbers of cases at German courts: "1 BvR 1215/07", "B 6 KA 5/09 R". A dash before one is a pause. */
export const readCourtFile: Reader = ({ text }, at) => {
  const dash = text[at - 1] === ' ' ? matchAt(DASH, text, at)?.[0].length : undefined
  if (dash !== undefined)
    return fileAt(text, at + dash) || dottedFileAt(text, at + dash) ? reading(at, dash, ',') : undefined
  return fileAt(text, at) ?? dottedFileAt(text, at)
}

function fileAt(text: string, at: number) {
  if (!/[\dBILSVX]/.test(text[at] ?? ' ')) return undefined
  const match = matchAt(FILE, text, at)
  if (!match) return undefined
  const [whole, chamber, senate, part, court, courtSenate, register, number, year, kind] = match
  if (!isRegister(register!)) return undefined
  const before =
    chamber !== undefined
      ? cardinal(chamber)
      : senate !== undefined
        ? `${cardinal(String(romanValue(senate)))} ${part!.toUpperCase()}`.trimEnd()
        : `${court} ${cardinal(courtSenate!)}`
  const words = `${before} ${spell(register!)} ${cardinal(number!)} schrägstrich ${yearWords(year!)}`
  return reading(at, whole.length, kind === undefined ? words : `${words} ${spell(kind.replaceAll(' ', ''))}`)
}

function dottedFileAt(text: string, at: number) {
  const match = matchAt(DOTTED_FILE, text, at)
  if (!match || !DOTTED_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))) return undefined
  const [whole, senate, register, number, year] = match
  const words = `${cardinal(senate!)} ${spell(register!)} ${cardinal(number!)} punkt ${yearWords(year!)}`
  return reading(at, whole.length, words)
}

function isRegister(mark: string): boolean {
  return MIXED_REGISTERS.has(mark) || (/^[A-Z]{1,3}$/.test(mark) && !NO_REGISTERS.has(mark))
}

/** "sechzehn", "null sieben" */
function yearWords(year: string): string {
  return year.startsWith('0') ? code(year) : cardinal(year)
}
