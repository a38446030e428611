import { chunkAfter, wordAfter } from '../../shared/text/reading.ts'
import { nounAfter } from './adjectives.ts'
import { genderOf } from './gender.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

/** A dish of an order, after which "o." is "without": "2x Tonno o. Zwiebeln", "Nr. 41 o. Knoblauch". */
const ORDERED_BEFORE = /\d ?x \p{Lu}\p{L}{2,14}(?: \p{L}{2,12})? $|(?<!\p{L})Nr\.? ?\d{1,3} $/u
/** What a flat, a meal or an offer may be without: "3. OG o. Aufzug". */
const OMITTED =
  /^(?:Aufzug|Lift|Balkon|Garten|Makler|Provision|Gewähr|Garantie|Befund|Anmeldung|Voranmeldung|Termin|Rezept|Frühstück|Versand|M[Ww]St|Anspruch|Angabe)/u
/** A preposition before the abbreviation of an article: "n. d. Essen", "i. d. Woche". */
const ARTICLE_BEFORE = /(?<!\p{L})(?:vor|nach|n\.|mit|bei|in|i\.|auf|an|von|zu|aus|seit) $/iu
/** What is of something, before the abbreviation of its article: "Leiter d. Abteilung", "50 % d. Fälle". */
const GENITIVE_BEFORE = /(?:\p{Lu}\p{Ll}+\.?|%) $/u
/** The second abbreviation of the two, and its noun. */
const ARTICLE_AFTER = /^ ?d\. ?(?:\p{L}{1,12}\.? )?\p{Lu}/u
/** What towns are on: "Weil a. Rhein". */
const RIVER_AFTER =
  /^(?:Rhein|Main|Neckar|Inn|Lech|See|Ammersee|Bodensee|Chiemsee|Harz|Brenner|Berg|Wald)(?!\p{L})/u
/** What one is referred to: "s. Anlage", "s. S. 12", "s. oben". */
const REFERRED_TO =
  /^(?:S\.(?= ?\d|$)|\p{Lu}\p{Ll}|oben|unten|auch|dazu|hierzu|(?:folgend|vorherig|nächst|beiliegend|beigefügt|obig|letzt|gesondert)e[mnrs]?(?!\p{L}))/u
const MAX_AHEAD_LENGTH = 20

/**
 * The preposition, article or conjunction that one letter with a full stop stands for by the words beside it. Undefined if it
 * is an initial, or if a letter stands for itself ("Variante d. Das ist").
 *
 * @param end the position after the full stop
 * @param before the text before the letter, as far as it matters
 */
export function smallWord(text: string, end: number, letter: string, before: string): string | undefined {
  const next = chunkAfter(text, end)
  const after = text.slice(end, end + MAX_AHEAD_LENGTH)
  if (letter !== 'o' && fullStopEndsSentence(`${letter}.`, next)) return undefined
  switch (letter) {
    case 'a':
      return RIVER_AFTER.test(next) ? 'am' : undefined
    case 'd':
      return articleOf(text, end, next, before)
    case 'i':
      return ARTICLE_AFTER.test(after) ? 'in' : undefined
    case 'n':
      return ARTICLE_AFTER.test(after) || /^tel\./.test(next) ? 'nach' : undefined
    case 'o':
      if (/^\d/.test(next)) return GENITIVE_BEFORE.test(before) ? 'oder' : undefined // "200 Zigaretten o. 250 g Tabak"
      if (!/^\p{L}(?:\p{L}|(?!\.))/u.test(next)) return undefined
      return ORDERED_BEFORE.test(before) || OMITTED.test(next) ? 'ohne' : 'oder'
    case 's':
      return REFERRED_TO.test(next) ? 'siehe' : undefined
    case 'u': // "Kinder u. 6 J.", but "5 u. 8 J."
      return /^ \d{1,2} J\./.test(after) && !/\d $/.test(before) ? 'unter' : undefined
    case 'z':
      if (/^\d{1,2}\./.test(next)) return 'zum' // a date
      if (!/^\p{Lu}\p{Ll}{2}/u.test(next)) return undefined
      return genderOf(wordAfter(text, end)) === 'f' ? 'zur' : 'zum'
    default:
      return undefined
  }
}

/** The article that "d." is after a preposition ("vor d. Essen") or in the genitive ("Leiter d. Abteilung"). */
function articleOf(text: string, end: number, next: string, before: string): string | undefined {
  if (/^\p{L}/u.test(next) && ARTICLE_BEFORE.test(before))
    return genderOf(nounAfter(text, end)) === 'f' ? 'der' : 'dem'
  if (!/^\p{Lu}\p{Ll}/u.test(next) || !GENITIVE_BEFORE.test(before)) return undefined
  return /s[.,;:!?)]*$/.test(next) ? 'des' : 'der'
}
