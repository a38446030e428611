/** Letters that are not a plain letter with a mark. */
const FOREIGN: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'th',
  ø: 'o',
  þ: 'th',
  ł: 'l',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
}

/**
 * A word in lower-case a to z, the apostrophe and some letters with marks; other letters lose their marks, and what is no
 * letter is dropped.
 *
 * @param kept the letters that keep their marks
 */
export function baseLetters(word: string, kept = ''): string {
  return Array.from(word.toLowerCase().normalize('NFC').replaceAll('’', "'"), (letter) => {
    if (kept.includes(letter)) return letter
    return (FOREIGN[letter] ?? letter.normalize('NFD')).replace(/[^a-z']/g, '')
  }).join('')
}
