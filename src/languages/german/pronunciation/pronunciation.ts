import {
  LetterToSoundPronunciation,
  type PronunciationRules,
} from '../../shared/pronunciation/letter-to-sound-pronunciation.ts'
import type { LoadPronunciation } from '../../shared/pronunciation/pronunciation.ts'
import { GERMAN_CORRECTIONS, GERMAN_FIRST_PARTS, GERMAN_SECOND_PARTS } from './corrections.ts'
import { heard } from './heard.ts'
import { GERMAN_HETERONYMS } from './heteronyms.ts'
import { GERMAN_NEAR_PHONES, GERMAN_PHONES } from './ipa.ts'
import { GERMAN_NUMERALS } from './numerals.ts'
import { respelled } from './respelled.ts'

/**
 * The "s" that joins a noun with such an ending to another ("Wohnung|s|suche"), between "s" and "sch" ("Hals|schmerzen"), but
 * not in "bisschen", before "Amt" ("Arbeits|amt"), behind "nach", but not in "Nachbar" and "Nacht", behind short words with a long
 * vowel ("Schlaf|sack", "Not|lage", but not "straffen" and "Türkei"), and before the "ge" of a participle ("frei|gestellt").
 */
const JOINT =
  /(?<=[aeiouyäöü].{1,6}(?:ung|heit|keit|schaft|ion|tät))s(?!ch|tel)(?=.{4})|(?<=.{2}s)(?=sch(?!ens?$).{2})|(?<=[bdfgklmnprt]s)(?=amte?s?$)|(?<=^nach)(?!bar)(?=[^t].{3})|(?<=^(?:schlaf|straf|hof)(?!f|ie)|^(?:schlag|spaß|grün|maß|süd|tod)(?!d)|^tür(?!k[aei]|m[ec]))(?!lich|ung|bar|isch|t[ae]?s?t?$|st$)(?=[^e].{2})|(?<=^not)(?!ruf)(?=[bdlrsw].{2})|(?<=^rot)(?=[bgkw].{2}|h[aäu])|(?<=^(?:frei|statt|bereit|los|weg|fehl|gleich|krank|sicher|kennen|übrig|her))(?=ge[^n].{2,12}(?:te?[mnrs]?|ene?[mnrs]?)$)/

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
  plain: respelled,
  heard,
  phones: GERMAN_PHONES,
  nearPhones: GERMAN_NEAR_PHONES,
}

export default ((resources) => LetterToSoundPronunciation.load(resources, RULES)) satisfies LoadPronunciation
