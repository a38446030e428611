import { baseLetters } from '../../shared/pronunciation/base-letters.ts'
import { anyOf } from '../../shared/text/word-list.ts'

/** Endings and letters of Slavic and Turkish names as Germans say them: "Jovanovic", "Kowalczyk", "Vučić", "Erdoğan". */
const SLAVIC: readonly (readonly [written: RegExp, said: string])[] = [
  [/[čć]/g, 'tsch'],
  [/[šśşž]/g, 'sch'],
  [/ç(?=[bdgklmnt]|$)/g, 'tsch'],
  [/ı/g, 'i'],
  [/ř/g, 'rsch'],
  [/(?<=[aeiouöü])ğ/g, ''],
  [/(?<=[aeo]v)ic$/, 'itsch'],
  [/cz/g, 'tsch'],
]

/** How words begin that have an "scht" in compounds, too: after "st", but not the end of "Post" or "Ost" and another word. */
const AFTER_ST = `and änd(?!eru) ange(?!b|h|st) [aä]dt [aä]tt(?!ack|est) off ück [uü]r[mz] [aäuü]hl imm (?<!(?:de|di|po|ba|ca)st)ill und
  ufe(?!r) euer (?<!rost)[oö]ck iefel ift ein(?=$|e[nrs]?$|bruch|haus|metz|zeit) eig ieg amm [aä]rk (?<!dist)ich [uü]tz opp eck raf raß oß
  reck reit r[oö]m rahl rumpf udi (?<![ftuv][ea]?st)ation`

/** The same after "sp". */
const AFTER_SP =
  'iel err itz r[aeiou]ch räch r[iu]ng reng eis eich ann ur ür ät ar(?=kass|buch|sam|en$) iegel ieß ange ende'

/**
 * Letters whose sound the model does not see: "chs" before an e ("wachsen", but "nachsehen"), "st" and "sp" at the start of a part
 * of a compound ("Hauptstadt", "Widerstand", "Videospiel"), and there the open e of "Kerl", "werfen", "werben" and "Herz", and the long ö and ä of
 * "hört", "löst" and "klärt".
 */
const SEAMS: readonly (readonly [written: RegExp, said: string])[] = [
  [/(?<=..)(?:(?<=k)er(?=ls?$|lchen)|(?<=(?<!ch)w)er(?=fe|f[st]|b)|(?<=h)er(?=z(?!u)))/g, 'är'],
  [/(?<=..h)ör(?=s?t)/g, 'öhr'],
  [/(?<=kl|b)är(?=t)/g, 'ähr'],
  [/(?<=..l)ös(?=t)/g, 'öhs'],
  [/(?<=[aeiouäöü])chs(?=e(?!h|it|el?n?d))/g, 'cks'],
  [new RegExp(`(?<=[^s])st(?=${anyOf(AFTER_ST)})`, 'g'), 'scht'],
  [new RegExp(`(?<=[^s])sp(?=${anyOf(AFTER_SP)})`, 'g'), 'schp'],
]

/** A lower-case word in the letters that the letter-to-sound model knows, written so that the model says it right. */
export function respelled(word: string): string {
  const said = [...SLAVIC, ...SEAMS].reduce((rest, [written, as]) => rest.replace(written, as), word)
  return baseLetters(said.replace(/é(?=s?$)/, 'ee'), 'äöüß') // the last é of a name is long ("José", "Chloés")
}
