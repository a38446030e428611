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
  reck reit r[oö]m rahl rumpf udi irn r?[uü]mpf umm
  (?<!krist)all(?=$|e?s$|haus|tür) rähn ocher aat aub(?=$|[ei]) arr ube (?<!unst)erb(?=e[nst]?$|end|lich) ech(?=e|$) am(?:pf|m) apel eif (?<![aeiou]st)iel achel ollen opf eg(?=$|e?[ns]$)
  [aä]b(?=$|e?s$|spr) (?<!(?:gei|tro|lu|kun|unter)st)reich r(?:eif|eb(?=[et])|and$|auch|auß|äuch|eusel|eik|äßch|udel|uktur) (?<=inst)abil (?<![ftuv][ea]?st)ation`

/** The same after "sp". */
const AFTER_SP = `iel err itz r[aeiou]ch räch r[iu]ng reng eis eich ann ur ür ät ar(?=kass|buch|sam|en$|t(?!a|ik)|g) iegel ieß ange ende
  alt ält inn eck(?!t) aten an(?=$|e?s$|plat) (?<!(?:tran|pas)sp)ort(?!al|u) orn aß azi enst echt ül ezif iral`

/**
 * Letters whose sound the model does not see: "chs" before an e ("wachsen", but "nachsehen"), "st" and "sp" at the start of a part
 * of a compound ("Hauptstadt", "Widerstand", "Videospiel"), and there the open e of "Kerl", "werfen", "werben" and "Herz", and the long ö, ü and ä of
 * "hört", "löst", "grüßt" and "klärt", and the "ss" that the Swiss write for "ß" ("Strasse", "gross").
 */
const SEAMS: readonly (readonly [written: RegExp, said: string])[] = [
  [/(?<=..)(?:(?<=k)er(?=ls?$|lchen)|(?<=(?<!ch)w)er(?=fe|f[st]|b)|(?<=h)er(?=z(?!u)))/g, 'är'],
  [/(?<=..h)ör(?=s?t)/g, 'öhr'],
  [/(?<=..)(?:(?<=w)e(?=lt)|(?<=f)e(?=nster)|(?<=pf)e(?=nnig)|(?<=k)e(?=nntnis)|(?<=f)e(?=ld(?!eu)))/g, 'ä'],
  [/(?<=kl|b)är(?=t)/g, 'ähr'],
  [/v(?=ög)|(?<=..)v(?=ogel)/g, 'f'],
  [/widrig/g, 'wiedrig'],
  [/(?<=f[uü]|^l[au]|^d[aä]|^o|fla|(?<!n)w[aä])chs(?=$|e?n?s?$|ba|ke|hu|we|bl|fi|ka|ap|ei)/g, 'cks'],
  [/^waren(?=[hlmrz])/, 'wahren'],
  [/(?<=^(?:ein|mehr|aus|un))weg(?!g[eä]|e?s?$)/g, 'weeg'],
  [/(?<=..l)ös(?=t)/g, 'öhs'],
  [
    /(?<=gr[oöuü]|fu|fü(?!ssen)|sü|^spa|st[oö]|blo|gemä|gefä|mä(?=ss(?:e[nrs]?|ig.*)$)|stra(?=sse(?!r)))ss(?!el|i(?!g)|o)/g,
    'ß',
  ],
  [/(?<=^|aus|über|[er]ben)mass(?=$|ge[bhns]|voll|nehm|stab|stäb|einh|los)|(?<=[lnrs]er)mass(?=en$)/g, 'maß'],
  [/(?<=gr|b|s)üß(?=t)/g, 'ühß'],
  [/(?<=st|bl|gr)öß(?=t)/g, 'öhß'],
  [/(?<=[aeiouäöü])chs(?=e(?!h|it|el?n?d))/g, 'cks'],
  [new RegExp(`(?<=[^s])st(?=${anyOf(AFTER_ST)})`, 'g'), 'scht'],
  [new RegExp(`(?<=[^s])sp(?=${anyOf(AFTER_SP)})`, 'g'), 'schp'],
  [
    /(?<=abend|morgen|polar|see|doppel|wandel|riesen|david|zimt|neutronen|stroh|nord|glücks|leit|juden|brust|wurf)st(?=ern)/g,
    'scht',
  ],
]

/** A lower-case word in the letters that the letter-to-sound model knows, written so that the model says it right. */
export function respelled(word: string): string {
  const said = [...SLAVIC, ...SEAMS].reduce((rest, [written, as]) => rest.replace(written, as), word)
  return baseLetters(said.replace(/é(?=s?$)/, 'ee'), 'äöüß') // the last é of a name is long ("José", "Chloés")
}
