import { baseLetters } from '../../shared/pronunciation/base-letters.ts'
import {
  LetterToSoundPronunciation,
  type PronunciationRules,
} from '../../shared/pronunciation/letter-to-sound-pronunciation.ts'
import type { LoadPronunciation } from '../../shared/pronunciation/pronunciation.ts'
import { GERMAN_CORRECTIONS, GERMAN_FIRST_PARTS, GERMAN_SECOND_PARTS } from './corrections.ts'
import { GERMAN_HETERONYMS } from './heteronyms.ts'
import { GERMAN_NEAR_PHONES, GERMAN_PHONES } from './ipa.ts'
import { GERMAN_NUMERALS } from './numerals.ts'
import { germanSounds } from './sounds.ts'

/**
 * The "s" that joins a noun with such an ending to another ("Wohnung|s|suche"), between "s" and "sch" ("Hals|schmerzen"), but
 * not in "bisschen", before "Amt" ("Arbeits|amt"), behind "nach", but not in "Nachbar" and "Nacht", behind short words with a long
 * vowel ("Schlaf|sack", "Not|lage", but not "straffen" and "Türkei"), and before the "ge" of a participle ("frei|gestellt").
 */
const JOINT =
  /(?<=[aeiouyäöü].{1,6}(?:ung|heit|keit|schaft|ion|tät))s(?!ch|tel)(?=.{4})|(?<=.{2}s)(?=sch(?!ens?$).{2})|(?<=[bdfgklmnprt]s)(?=amte?s?$)|(?<=^nach)(?!bar)(?=[^t].{3})|(?<=^(?:schlaf|straf|hof)(?!f|ie)|^(?:schlag|spaß|grün|maß|süd|tod)(?!d)|^tür(?!k[aei]|m[ec]))(?!lich|ung|bar|isch|t[ae]?s?t?$|st$)(?=[^e].{2})|(?<=^not)(?!ruf)(?=[bdlrsw].{2})|(?<=^rot)(?=[bgkw].{2}|h[aäu])|(?<=^(?:frei|statt|bereit|los|weg|fehl|gleich|krank|sicher|kennen|übrig|her))(?=ge[^n].{2,12}(?:te?[mnrs]?|ene?[mnrs]?)$)/

/** Endings and letters of Slavic names as Germans say them: "Jovanovic", "Kowalczyk". */
const SLAVIC: readonly (readonly [written: RegExp, said: string])[] = [
  [/(?<=[aeo]v)ic$/, 'itsch'],
  [/cz/g, 'tsch'],
]

/** How words begin that have an "scht" in compounds, too: after "st", but not the end of "Post" or "Ost" and another word. */
const AFTER_ST = `and änd(?!eru) ange(?!b|h|st) [aä]dt [aä]tt(?!ack|est) off ück [uü]r[mz] [aäuü]hl imm (?<!(?:de|di|po|ba|ca)st)ill und
  ufe(?!r) euer (?<!rost)[oö]ck iefel ift ein(?=$|e[nrs]?$|bruch|haus|metz|zeit) eig ieg amm [aä]rk (?<!dist)ich [uü]tz opp eck raf raß
  reck reit r[oö]m rahl rumpf udi (?<![ftuv][ea]?st)ation`

/** The same after "sp". */
const AFTER_SP =
  'iel err itz r[aeiou]ch räch r[iu]ng reng eis eich ann ur ür ät ar(?=kass|buch|sam|en$) iegel ieß ange ende'

const anyOf = (words: string) => words.trim().split(/\s+/).join('|')

/**
 * Letters whose sound the model does not see: "chs" before an e ("wachsen", but "nachsehen"), "st" and "sp" at the start of a part
 * of a compound ("Hauptstadt", "Widerstand", "Videospiel"), and the open e of "Kerl", "werfen", "werben" and "Herz" there.
 */
const SEAMS: readonly (readonly [written: RegExp, said: string])[] = [
  [/(?<=..)(?:(?<=k)er(?=ls?$|lchen)|(?<=(?<!ch)w)er(?=fe|f[st]|b)|(?<=h)er(?=z(?!u)))/g, 'är'],
  [/(?<=[aeiouäöü])chs(?=e(?!h|it|el?n?d))/g, 'cks'],
  [new RegExp(`(?<=[^s])st(?=${anyOf(AFTER_ST)})`, 'g'), 'scht'],
  [new RegExp(`(?<=[^s])sp(?=${anyOf(AFTER_SP)})`, 'g'), 'schp'],
]

/** German is regular, except for loan words. */
const RULES: PronunciationRules = {
  network: 'letter-to-sound-de',
  letters: "abcdefghijklmnopqrstuvwxyzäöüß'",
  letterNames: {
    A: 'aː1',
    B: 'b eː1',
    C: 'ts eː1',
    D: 'd eː1',
    E: 'eː1',
    F: 'ɛ1 f',
    G: 'ɡ eː1',
    H: 'h aː1',
    I: 'iː1',
    J: 'j ɔ1 t',
    K: 'k aː1',
    L: 'ɛ1 l',
    M: 'ɛ1 m',
    N: 'ɛ1 n',
    O: 'oː1',
    P: 'p eː1',
    Q: 'k uː1',
    R: 'ɛ1 ɐ',
    S: 'ɛ1 s',
    T: 't eː1',
    U: 'uː1',
    V: 'f aʊ1',
    W: 'v eː1',
    X: 'ɪ1 k s',
    Y: 'ʏ1 p s iː0 l ɔ0 n',
    Z: 'ts ɛ1 t',
    Ä: 'ɛː1',
    Ö: 'øː1',
    Ü: 'yː1',
  },
  heteronyms: GERMAN_HETERONYMS,
  numerals: GERMAN_NUMERALS,
  corrections: GERMAN_CORRECTIONS,
  secondParts: GERMAN_SECOND_PARTS,
  firstParts: GERMAN_FIRST_PARTS,
  joint: JOINT,
  endings: [
    { letters: 's', phones: 's', after: /.{2}[^sxz]$/ },
    { letters: 'n', phones: 'n', after: /.{2}e[lr]?$/ },
    { letters: 'nen', phones: 'ə n', after: /.{2}in$/ },
  ],
  // The last é of a name is long ("José", "Chloés").
  plain: (word) => {
    const said = [...SLAVIC, ...SEAMS].reduce((rest, [written, as]) => rest.replace(written, as), word)
    return baseLetters(said.replace(/é(?=s?$)/, 'ee'), 'äöüß')
  },
  sounds: germanSounds,
  phones: GERMAN_PHONES,
  nearPhones: GERMAN_NEAR_PHONES,
}

export default ((resources) => LetterToSoundPronunciation.load(resources, RULES)) satisfies LoadPronunciation
