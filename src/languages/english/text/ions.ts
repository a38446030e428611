import { isWordStart, matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal } from './number-words.ts'

/** An element or a formula with its charge: "Na+", "Ca2+", "Fe^3+", "Cl-", "HCO3-", "SO4 2-", "PO43-". */
const ION =
  /(?:(Ag|Al|Ba|Ca|Co|Cu|Fe|Hg|Li|Mg|Mn|Na|Ni|Pb|Sr|Zn|NH4|H3O)(?:\^?([1-4]))?(\+)|(Br|Cl|[HO]H|HCO3|HSO4|H2PO4|HPO4|[NP]O[234]|[CS]O[34]|ClO4|MnO4)(?:(?: |\^)?([23]))?(-))(?![\w+-])/y
const PART = /[A-Za-z]+|\d/g

/** Reads ions by their letters and their charge: "Ca2+" is "C A two plus", "HCO3-" "H C O three minus". */
export const readIon: Reader = ({ text, locale }, at) => {
  const match = isWordStart(text, at) ? matchAt(ION, text, at) : null
  if (!match) return undefined
  const [whole, cation, plus, , anion, minus] = match
  const formula = cation ?? anion!
  const names = formula.match(PART)!.map((part) => (/\d/.test(part) ? cardinal(part, locale) : spell(part)))
  const charge = plus ?? minus
  const count = charge === undefined ? [] : [cardinal(charge, locale)]
  return reading(at, whole.length, [...names, ...count, cation === undefined ? 'minus' : 'plus'].join(' '))
}
