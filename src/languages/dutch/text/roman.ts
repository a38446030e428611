import {
  isWordEnd,
  matchAt,
  type Reader,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, ORDINAL_ENDING, ordinal } from './number-words.ts'

const NUMERAL = new RegExp(`(${ROMAN_NUMERAL})(${ORDINAL_ENDING})?`, 'y')

/** Names of rulers and popes. A numeral after one is an ordinal. */
const RULERS =
  wordList(`Willem Filips Philips Lodewijk Karel Hendrik Eduard Jacobus George Richard Elizabeth Maria Johannes
  Paulus Benedictus Pius Leo Gregorius Clemens Innocentius Urbanus Napoleon Catharina Nicolaas Alexander Ivan Peter
  Frederik Ferdinand Ramses Ptolemaeus Darius Xerxes Boudewijn Albert Leopold Filip Juan Carlos Felipe Harald Olav
  Haakon Gustaaf Gustav Adolf Christian Margrethe Constantijn Otto Reinoud Jan Floris Dirk Maximiliaan Umberto Emanuel
  Alfons Isabella Mehmet Murat Selim Süleyman Bonifatius Celestinus Julius Sixtus Adrianus Wilhelm Louis Henry Charles
  James William Edward Franciscus Justinianus Theodosius Constantinus Lotharius Robert Rudolf Ludwig Beatrix`)

/** Nouns that are numbered. After one, even a single letter is a numeral. */
const NUMBERED =
  wordList(`hoofdstuk deel boek akte scène artikel fase type klasse bijlage figuur tabel seizoen wereldoorlog wo
  groep categorie titel blz bladzijde pagina afd hfst hfdst art dl bijl afdeling niveau band les module stap ronde stadium graad`)

/** The title of a ruler and any name: "paus Hyginus". */
const RULER_BEFORE =
  /(?<!\p{L})(?:paus|koning|koningin|keizer|keizerin|tsaar|sultan|farao) \p{Lu}\p{Ll}{1,20} $/iu
const MAX_RULER_LENGTH = 32
/** A cabinet that is named after its leader: "het kabinet-Van Agt I". */
const CABINET_BEFORE = /(?:kabinet|regering)[- ](?:[Vv]an |[Dd]e )?\p{Lu}\p{Ll}{1,20}[- ]$/u
/** A name, after which two letters or more are a numeral: "Rutte II", "Rutte-II". */
const NAME_BEFORE = /(?<![A-Za-z])[A-Z]\p{Ll}[\p{L}']*(?: |-)$/u
/** A street and a house, after whose number there is a floor ("Keizersgracht 100 II"). */
const HOUSE_BEFORE = /\p{Ll}(?:straat|str\.|gracht|kade|weg|laan|plein|dijk|singel) \d{1,4} ?-?$/u
const MAX_HOUSE_LENGTH = 18

/** Reads Roman numerals: after a name ("Willem II"), after a numbered noun ("hoofdstuk IV"), and "XXe". */
export const readRoman: Reader = ({ text }, at) => {
  const match = matchAt(NUMERAL, text, at)
  if (!match || match[1] === '' || !isWordEnd(text, at + match[0].length)) return undefined
  const [whole, numeral, ending] = match
  const before = wordBefore(text, at)
  const value = String(romanValue(numeral!))
  if (ending !== undefined) {
    const isOrdinal =
      numeral!.length > 1 || /^ eeuw/.test(text.slice(at + whole.length, at + whole.length + 5))
    return isOrdinal ? reading(at, whole.length, ordinal(value)) : undefined
  }
  const around = textBefore(text, at, MAX_RULER_LENGTH)
  if (RULERS.has(before) || RULER_BEFORE.test(around))
    return reading(at, whole.length, `de ${ordinal(value)}`)
  const isNumbered =
    NUMBERED.has(before.toLowerCase()) ||
    CABINET_BEFORE.test(around) ||
    (/^(?:I{1,3}|IV)$/.test(numeral!) && HOUSE_BEFORE.test(textBefore(text, at, MAX_HOUSE_LENGTH))) ||
    (numeral!.length > 1 && NAME_BEFORE.test(around))
  if (!isNumbered || /^(?:X{2,3}|XL|LX*|XC)$/.test(numeral!)) return undefined
  return reading(at, whole.length, cardinal(value))
}
