/** A vowel, as misaki and espeak-ng write it: a diphthong is one. */
const VOWELS = /[AIOQWYaiuæɑɒɔəᵊɚɛɜɪʊʌɐeoyøœɵ]ː?[ɪʊ]?/g

/**
 * Makes one of several stresses in a word the main one, and the others secondary ones: Purr's phones tell stressed vowels
 * from others, but models were trained on words with one main stress. In English it is the last one where another vowel
 * follows ("pronunciation", "information"), else the first ("output", "telephone"), as in four fifths of misaki's words;
 * in German and Dutch, where several stresses are those of a compound, the first.
 *
 * @param written phones with spaces between words
 */
export function withSecondaryStress(written: string, isEnglish: boolean): string {
  return written
    .split(' ')
    .map((word) => withOneMainStress(word, isEnglish))
    .join(' ')
}

function withOneMainStress(word: string, isEnglish: boolean): string {
  const first = word.indexOf('ˈ')
  const last = word.lastIndexOf('ˈ')
  if (first === last) return word
  const end = word.slice(last)
  const isLast = isEnglish && (end.match(VOWELS)?.length ?? 0) > 1 && !/[ɛɔ]ː?ɹi\b/.test(end)
  const main = isLast ? last : first
  return word.replace(/ˈ/g, (_, at: number) => (at === main ? 'ˈ' : 'ˌ'))
}
