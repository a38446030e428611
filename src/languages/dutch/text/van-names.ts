import { isWordStart, matchAt, type Reader, reading, wordAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { UPPER } from './capitals.ts'

const VAN_DE = new RegExp(`[vV]\\. ?d\\.?(?= ?[${UPPER}])`, 'y')
/** In the middle of a sentence, "v." before a word or a number is "van" ("de trein v. 8.05", "Ronde v. Vlaanderen"). */
const VAN = new RegExp(`v\\.(?! ?Chr)(?= ?[${UPPER}]| (?:[€$]|\\d|\\p{Ll}{2}))`, 'uy')
const FOR = /v\.(?= \d{1,2} ?(?:pers|dagen|nachten|kinderen|volw))/y
/** Names after "van den" and "van der". Others are mostly after "van de". */
const AFTER_DEN =
  wordList(`Berg Bergh Bos Bosch Brand Brink Broek Broeck Boogaard Bogaert Akker Dool Dries Eijnde
  Elzen Ende Eynde Ham Heuvel Hoek Hof Hout Hurk Oever`)
const AFTER_DER =
  wordList(`Burg Burgt Heide Heiden Heijden Heyden Hoeven Horst Kolk Laan Linden Linde Lee Meer Meij
  Meulen Plas Pol Ploeg Sloot Sluis Spek Steen Stelt Valk Veen Velde Velden Vliet Wal Weide Weijden Werf Wiel Zee Zwan`)

/** Reads the "v." of names and rooms: "v. d. Berg" is "van den berg", "kamer v. 2 pers." has "voor". */
export const readVan: Reader = ({ text }, at) => {
  const vanDe = matchAt(VAN_DE, text, at)
  if (vanDe) {
    const [match] = vanDe
    const end = at + match.length
    const name = wordAfter(text, end)
    const article = AFTER_DEN.has(name) ? 'den' : AFTER_DER.has(name) ? 'der' : 'de'
    const said = [
      { at, words: 'van' },
      { at: at + match.indexOf('d'), words: article },
    ]
    return { end, said }
  }
  if (matchAt(FOR, text, at)) return reading(at, 2, 'voor')
  return matchAt(VAN, text, at) && isWordStart(text, at) ? reading(at, 2, 'van') : undefined
}
