import { anyOf } from '../../shared/text/word-list.ts'

/*
 * Where "ae", "oe" and "ue" are written for umlauts, and are none in "Michael", "Poet" and "aktuell": after the letters of a
 * lookbehind and before those of a lookahead, as in "f|ue|r" and "k|oe|nn|en".
 */
const AE = `(?<![eio]|^dan)ae(?=ch|ft|g.|h|lt(?!a)|mm|mp|n[dgknz]|r[gmkz]|dt|[sß]s?[ei]|ss|tt|tz|tsch|u[bdefmt]|us.|ff|fer|ck|pf|t(?:$|s|ig|en$)|ml) (?<!f)ae(?=sch) (?<![bm])ae(?=st|lf) (?<=w)ae(?=rt) (?<=pl)ae(?=ne) (?<=^v|^t)ae(?=ter)
  (?<=^w|[^o]kl|^b|ff|ch)ae(?=re?) (?<=^k|^pr|[^a]pr|pit)ae (?<=sp)ae(?=t) (?<=(?<!p)[fghstw])ae(?=ll|lt(?!a)) (?<=m|sch|gn)ae(?=d) (?<=^ge)ae(?=ndert)`
const OE = `(?<!m)oe(?=h) (?<=k)oe(?=nn|ln|nig|rp|st|pf|rb) (?<=m)oe(?=g|ch|bel|ll|nch|ss|rd) (?<=sch)oe(?=n|pf) (?<=(?<!p)h)oe(?=[rl]|ch|f[el])
  (?<=(?<!ch)l)oe(?=s|ff|w|ch|rr|tz) (?<=b)oe(?=s|ck|bl|ll|rs|tt) (?<=g)oe(?=tt|tz|b{1,2}el) (?<=n)oe(?=tig|rd) (?<=st)oe(?=r|ss|ß|ck) (?<=t)oe(?=cht|pf|d|t(?!o))
  (?<=v)oe(?=ll|g) (?<=w)oe(?=r|lf|ch) (?<=r)oe(?=ss|ß|sch|sl|mer|misch|der|tl|ff) (?<=f)oe(?=rd|rs) (?<=d)oe(?=rf|ring) (?<=j)oe(?=rg) (?<=anz|v|[sr]i)oe(?=s) (?<=s)oe(?=n)
  oe(?=ffn|ffent) ^oe(?=st|l$|fter) (?<=bl)oe(?=d)`
const UE = `(?<![aeoqu])ue(?=h|ck|cht|tz|pf|ß|ft) (?<=f)ue(?=[lrs]|nf|ng|tt|g(?!o)) ^ue(?=b[elru]) (?<=^t)ue(?=rk) (?<=[rn]|hin)ue(?=be[rn]) (?<=m)ue(?=ll|ss|n[csz]|d|tter)
  (?<=w)ue(?=r|ns|st|t) (?<=z)ue(?=rich|g) (?<=r)ue(?=ch|f|g|ss|st|tt|d(?!a)) (?<=gr)ue(?=n(?![tz])) (?<=(?<!tig|nis|auf|ab|an)t)ue(?=r(?!ei|isch|k)|bing|v$)
  (?<=g)ue(?=nst|nth|te|lt|rtel) (?<=sch)ue(?=[lrst]) (?<=h)ue(?=b|g|ll|tt|nd) (?<=k)ue(?=nf|nst|nd|r|ch|ss|st|mm) (?<=l)ue(?=g|ss|beck|neb|st|nd)
  (?<=s)ue(?=ss|d|nd) (?<=d)ue(?=rf|ss|nn|rr|st) (?<=n)ue(?=g|r|ch|ss) (?<=b)ue(?=r[ogs]|nd|gel|ch) (?<=j)ue(?=rg|d|ng) (?<=sp)ue(?=[lr]) (?<=p)ue(?=nkt)`
const LETTERS: readonly (readonly [written: RegExp, umlaut: string])[] = [
  [new RegExp(anyOf(AE), 'g'), 'ä'],
  [new RegExp(anyOf(OE), 'g'), 'ö'],
  [new RegExp(anyOf(UE), 'g'), 'ü'],
]

/** A word in small letters with its umlauts, also where it is written without them ("fuer", "Mueller", "Koeln"). */
export function umlauted(word: string): string {
  return LETTERS.reduce((said, [written, umlaut]) => said.replace(written, umlaut), word)
}
