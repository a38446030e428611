import { baseLetters } from '../../shared/pronunciation/base-letters.ts'

/** The "ph" of names ("Sophie", "Alphen", "Stéphanie"), not of compounds ("ophalen", "hulphond", "Schiphol"). */
const PH_AS_F = /(?<!^o)(?<![aeiou]{2})ph(?=[nry]|i[aeln]|e?n?$)|(?<=[lm])ph(?=[iy]|en|a$)|(?<=st[eé])ph/

/** The "o" of "bonen" and "telefonen", which the letter-to-sound model makes too short. */
const LONG_O = /(?<=[^aeiou])o(?=nen$)/

/** The "ig" of "vernietiging", which the letter-to-sound model makes too long; "dreiging" has none. */
const SHORT_IG = /(?<=[^aeiou]i)(?=ging)/

/** The "air" of "militairen". */
const AIR = /air(?=en$)/

/** The "ey" of names and loan words ("Harvey", "jersey"). */
const EY = /(?<=[aeiouy].{0,20}[^aeiouy])ey(?=s?$)/

/** The "uy" and "ey" of Dutch names ("Fortuyn", "Reynders"), not of "Guy" and "buy". */
const OLD_Y = /(?<=[^bgq]u)y(?=[bdfklmnprstvz]|$)|(?<=^[^aeiouy]{1,3}e)y(?=[bdfklmnprstvz])|(?<=e)y(?=n$)/g

/** The French "ou" of "couvert", "journaal" and "coupon", which Dutch words have before others ("oud", "kous"). */
const FRENCH_OU = /(?<=[bcdfgjlmprst])(?<!^(?:tr|j))ou(?=[rlpbcgfv](?!h))(?!ugh)/g

/** The French "oir" within a word ("trottoirtegel"), which the letter-to-sound model knows at the end. */
const OIR = /oir(?=[bcdfghklmnptvwz])/

/** "hoofd" before a consonant, whose end the letter-to-sound model voices. */
const HOOFD = /hoofd(?=[^aeioudst])/

/** Where a part of a word ends that the letter-to-sound model joins to the next one. The model knows the apostrophe as a seam. */
const SEAM = new RegExp(
  [
    // "dichtheid" and "jachthaven", not "methode"
    '(?<=[aeiouy].{0,20}t)(?=h(?:eid|eim|ed|uis|uiz|aven|ond|out|oud|oop|aar|ar[dt]|ulp|eer|oek|ok$|oofd|orst|olt|oef|oev|ak$|aak|aat$|istor))',
    // "gekkenhuis", "tegengif", "pannenkoek", not "brengen" and "denken"
    '(?<=[aeiouy].{0,20}[^aeiou]en)(?=[bfhlmprvwz](?!$|e$)|k[aoulr]|g(?:[aoulr]|if|e[bhkmsvwz]))',
    // "wijngaard", "kerngezond", "ongeluk"
    '(?<=[aeiouj]r?n)(?=g(?:aard|oed|aas|las|lazen|rens|ezond|enomen|edrag))',
    '(?<=(?:^|[^jlt])on)(?=ge(?:luk|dier|val|rust|loof|zond))',
    // "geklopt", "opgeknapt", "binnenging"
    '(?<=(?:^|[aeiou][fgknpt]{1,2}|eer?)ge)(?=k[lrnw][aeiou])',
    '(?<=^(?:binn|op|teg)en)(?=ging)',
    // "achteruit", "vingerafdruk", "slechterik"
    '(?<=[aeiouy].{0,20}[^aeiou]er)(?=(?:aa|af|ui|oo|op|in[^eg]|ove|ond|oe|ei|ij).|i[kn]$)',
    // "doodgeschoten", "zwaartekracht", "zonnestelsel"
    '(?<=[aeiouy].{0,20}ge)(?=sch|st(?:r|o|u|a|el))',
    '(?<=[aeiouy].{0,20}[^aeioub]e)(?=(?:sch|kr|kl|pl|pr|tr|br|bl|gr|vr|vl|dr)[aeiou])',
    '(?<=[aeiouy].{0,20}\\1([bdfgklmnps])e)(?=s[ltp][aeiou])',
  ].join('|'),
  'g',
)

/** A lower-case word in the letters that the letter-to-sound model knows, written so that the model says it right. */
export function respelled(word: string): string {
  const written = word
    .replace(PH_AS_F, 'f')
    .replace(LONG_O, 'oo')
    .replace(SHORT_IG, 'g')
    .replace(AIR, 'èr')
    .replace(EY, 'y')
    .replace(OLD_Y, 'i')
    .replace(FRENCH_OU, 'oe')
    .replace(OIR, 'waar')
    .replace(HOOFD, "hooft'")
    .replace(SEAM, "'")
  return baseLetters(written, 'àáâçèéêëíïóôöúûü')
}
