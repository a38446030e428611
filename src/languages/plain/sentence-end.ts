import { wordList } from '../shared/text/word-list.ts'

/** Abbreviations before a name or a number in languages of Europe and Latin America. */
const BEFORE_NAMES =
  wordList(`sr sra srta srs sres dr dra drs prof profa d dña don ud uds vd vds sto sta mr mrs ms mme mlle mm me st ste
  ing lic arq sig ssa dott avv pr av avda núm num nº no pág pag págs p pp art fig vol tel ex ej cf bzw ks np tzw ul
  hr fr fru г гг ул им стр тел см т`)

const INITIALS = /^(?:\p{L}\.){1,6}$/u

/** See `SegmentationRules.isAbbreviation`. */
export function isAbbreviation(word: string): boolean {
  return INITIALS.test(word) || BEFORE_NAMES.has(word.slice(0, -1).toLowerCase())
}

/**
 * See `SegmentationRules.fullStopEndsSentence`. In every language a full stop ends no sentence that goes on in a small
 * letter, and none after an initial or a title, which a name follows.
 */
export function fullStopEndsSentence(word: string, next: string): boolean {
  if (next === '') return true
  if (/^["'(«“¿¡]*\p{Ll}|^[,;:]/u.test(next)) return false
  return !isAbbreviation(word)
}
