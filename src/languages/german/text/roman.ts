import {
  chunkAfter,
  isWordEnd,
  matchAt,
  type Reader,
  type Reading,
  reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { spell } from './capitals.ts'
import { cardinal, type Ending, ordinal } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const NUMERAL = new RegExp(`(${ROMAN_NUMERAL})(\\.?)`, 'y')

/** Names of rulers and popes. A numeral after one is an ordinal. */
const KINGS =
  wordList(`Heinrich Ludwig Eduard Georg Karl Jakob Richard Wilhelm Paul Benedikt Pius Leo Gregor Clemens Klemens
  Innozenz Urban Philipp Napoleon Nikolaus Alexander Iwan Peter Friedrich Ferdinand Franz Ramses Ptolemäus Dareios Xerxes
  Emanuel Carlos Felipe Juan Harald Olaf Haakon Gustav Adolf Christian Konstantin Leopold Otto Thutmosis Amenophis Robert
  David Rama Joseph Josef Maximilian Umberto Alfons Pedro Mehmed Murad Selim Süleyman Bonifatius Coelestin Julius Sixtus
  Johannes Rudolf Albrecht Sigismund Lothar Konrad Stephan Charles George Henry Louis Edward James Hussein Abdullah`)
const QUEENS = wordList(
  'Elisabeth Elizabeth Katharina Margarethe Margrethe Maria Beatrix Isabella Kleopatra Anna',
)

/** Nouns that are numbered. After one, even a single letter is a numeral. */
const NUMBERED =
  wordList(`SGB StKl Steuerklasse Steuerklassen Lohnsteuerklasse Stadium Grad Kapitel Teil Abschnitt Band Buch Akt Szene Artikel Phase Stufe Typ Klasse Anhang Abbildung Tabelle
  Staffel Episode Lektion Modul Gruppe Kategorie Kap Bd BGBl BStBl RGBl Abschn Anh Abb Abt Hartz ALG Faust Grundgesetz Schicht Klärwerk Weltkrieg`)

/** A numbered noun and its first numbers, which share it ("Steuerklasse I, III und V"). */
const SHARED = new RegExp(
  `(?<!\\p{L})(?:${[...NUMBERED].join('|')})\\.? (?:[IVX]{1,5}(?:, ?| und | oder | bis |/)){1,6}$`,
  'u',
)
/** The end of a range ("Teil I–III"). */
const TO = new RegExp(`[-–](${ROMAN_NUMERAL})(?![A-Za-zÄÖÜäöüß\\d])`, 'y')
/** A paragraph of a law, after which a numeral is the number of a section, and a number that of a sentence ("§ 812 I 1 BGB"). */
const LAW_BEFORE = /(?:§§? ?|(?<!\p{L})Art(?:\.|ikel) )\d{1,4}[a-z]?,? $/u
const SENTENCE = / (\d)(?= (?:Nr\.|Alt\.|Hs\.|lit\.|i\.|\p{Lu}{2,}|\p{Lu}\p{L}+[GO](?!\p{L})))/uy
/** The first part of a compound that goes on behind a numeral: "Hartz-IV-Empfänger". */
const COMPOUND_BEFORE = /\p{Lu}\p{Ll}[\p{L}\d]{0,20}-$/u
/** Numerals that are no abbreviation. */
const PLAIN = /^(?:III?|VIII?)$/
/** The part of a number ("Klasse IIb"). */
const PART = /[a-e](?![A-Za-zÄÖÜäöüß0-9])/y

const DATIVE =
  /(?<!\p{L})(?:von|mit|unter|bei|zu|nach|seit|aus|an|neben|zwischen|dem|der|zum|zur|vom|beim) (?:(?:König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|Sultan) )?(?:Johannes )?$/u
const ACCUSATIVE =
  /(?<!\p{L})(?:für|gegen|durch|ohne|um|den) (?:(?:König|Kaiser|Papst|Zar|Sultan) )?(?:Johannes )?$/u
const MAX_BEFORE_LENGTH = 40

/** Reads Roman numerals after a name ("Ludwig XIV.") or a numbered noun ("Kapitel IV"). */
export const readRoman: Reader = ({ text }, at) => {
  const match = matchAt(NUMERAL, text, at)
  const numeral = match?.[1] ?? ''
  const part = numeral.length > 1 ? (matchAt(PART, text, at + numeral.length)?.[0] ?? '') : ''
  if (numeral === '' || !(isWordEnd(text, at + numeral.length) || part !== '')) return undefined
  if (/^-\d/.test(text.slice(at + numeral.length, at + numeral.length + 2))) return undefined // the code "LV-4471"
  const before = wordBefore(text, at)
  const value = String(romanValue(numeral))
  const stop = match![2]!
  const ruler = rulerNamed(before)
  if (ruler !== undefined && (stop === '.' || numeral.length > 1)) {
    const ends = stop === '.' && fullStopEndsSentence(`${numeral}.`, chunkAfter(text, at + match![0].length))
    const words = withArticle(text, at - before.length - 1, before, ruler, value)
    return reading(at, match![0].length, ends ? `${words} .` : words)
  }
  if (LAW_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH)))
    return section(text, at, numeral.length, value)
  const isPart =
    text[at + numeral.length] === '-' && COMPOUND_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))
  const isNumbered =
    PLAIN.test(numeral) ||
    (isPart && numeral.length > 1) ||
    NUMBERED.has(before) ||
    SHARED.test(textBefore(text, at, MAX_BEFORE_LENGTH)) ||
    (numeral.length > 1 && /^[A-ZÄÖÜ][a-zäöüß]/.test(before)) ||
    (/^[IVX]{2,}$/.test(numeral) && /(?<!\p{L})S\. $/u.test(textBefore(text, at, 4)))
  if (!isNumbered || /^(?:X{2,3}|XL|LX*|XC)$/.test(numeral)) return undefined
  const words = part === '' ? cardinal(value) : `${cardinal(value)} ${spell(part)}`
  const end = at + numeral.length + part.length
  const to = matchAt(TO, text, end)
  return to?.[1]
    ? reading(at, end + to[0].length - at, `${words} bis ${cardinal(String(romanValue(to[1])))}`)
    : reading(at, end - at, words)
}

/** "absatz eins satz eins", each part at its number */
function section(text: string, at: number, length: number, value: string): Reading {
  const said = [{ at, words: `absatz ${cardinal(value)}` }]
  const sentence = matchAt(SENTENCE, text, at + length)
  if (!sentence) return { end: at + length, said }
  const end = at + length + sentence[0].length
  return { end, said: [...said, { at: end - 1, words: `satz ${cardinal(sentence[1]!)}` }] }
}

/** Whether a name, possibly in the genitive, is that of a king or a queen. */
export function rulerNamed(name: string): 'king' | 'queen' | undefined {
  const stem = name.endsWith('s') ? name.slice(0, -1) : name
  if (KINGS.has(name) || KINGS.has(stem)) return 'king'
  return QUEENS.has(name) || QUEENS.has(stem) ? 'queen' : undefined
}

/** The ordinal with its article, in the case of the name: "der vierzehnte", "dem vierzehnten", "der zweiten". */
function withArticle(
  text: string,
  nameAt: number,
  name: string,
  ruler: 'king' | 'queen',
  value: string,
): string {
  const before = text.slice(Math.max(0, nameAt - MAX_BEFORE_LENGTH), Math.max(0, nameAt))
  const isKing = ruler === 'king'
  const isGenitive = !KINGS.has(name) && !QUEENS.has(name)
  const [article, ending]: readonly [string, Ending] = isGenitive
    ? [isKing ? 'des' : 'der', 'en']
    : ACCUSATIVE.test(before)
      ? isKing
        ? ['den', 'en']
        : ['die', 'e']
      : DATIVE.test(before)
        ? [isKing ? 'dem' : 'der', 'en']
        : [isKing ? 'der' : 'die', 'e']
  return `${article} ${ordinal(value, ending)}`
}
