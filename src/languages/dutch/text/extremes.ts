import { wordAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

/** What "max.", "min." and "gem." are after "een", and before a noun. */
const EXTREMES: Readonly<Record<string, readonly [noun: string, adjective: string]>> = {
  max: ['maximum', 'maximale'],
  min: ['minimum', 'minimale'],
  gem: ['gemiddelde', 'gemiddelde'],
}
/** Words behind them that are no noun: "max. twee", "max. binnen". */
const NO_NOUN =
  /^(?:een|twee|drie|vier|vijf|zeven|acht|negen|tien|twaalf|der|veer|twin|hond|duiz|ander|halve|enkele|ongeveer|circa|euro|binnen|tijdens|tussen|vanaf|voor|over|door|naar)/
/** Nouns that have "maximaal" before them where no article stands. */
const NEUTER = wordList(
  'aantal bedrag bereik cijfer gewicht inkomen loon percentage tarief verbruik vermogen volume',
)

/**
 * "maximum" for "een max. van 5", "maximale" for "de max. prijs"; undefined elsewhere ("max. 5"), and for other abbreviations.
 *
 * @param end the position after the abbreviation
 * @param before the word before it, in small letters
 */
export function extremeWord(abbreviation: string, text: string, end: number, before: string) {
  if (!Object.hasOwn(EXTREMES, abbreviation)) return undefined
  const [noun, adjective] = EXTREMES[abbreviation]!
  if (before === 'een') return noun
  const next = wordAfter(text, end)
  const isDefinite = /^(?:de|het|dit|uw)$/.test(before)
  const isNoun = (isDefinite ? /^\p{Ll}{3,}$/u : /^\p{Ll}{4,}$/u).test(next) && !NO_NOUN.test(next)
  return isNoun && (isDefinite || !NEUTER.has(next)) ? adjective : undefined
}
