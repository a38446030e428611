/** The names of the letters, as the voice model's phones. */
export const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'ey1',
  b: 'b iy1',
  c: 's iy1',
  d: 'd iy1',
  e: 'iy1',
  f: 'eh1 f',
  g: 'jh iy1',
  h: 'ey1 ch',
  i: 'ay1',
  j: 'jh ey1',
  k: 'k ey1',
  l: 'eh1 l',
  m: 'eh1 m',
  n: 'eh1 n',
  o: 'ow1',
  p: 'p iy1',
  q: 'k y uw1',
  r: 'aa1 r',
  s: 'eh1 s',
  t: 't iy1',
  u: 'y uw1',
  v: 'v iy1',
  w: 'd ah1 b ax l y uw1',
  x: 'eh1 k s',
  y: 'w ay1',
  z: 'z iy1',
}

/** Letters that are not a plain letter with a mark, as English writes them. */
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

/** A word in the alphabet of the dictionary: lower-case a to z and the apostrophe; everything else is dropped. */
export function plainLetters(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('’', "'")
    .replace(/[æðøþłœßđ]/g, (letter) => FOREIGN[letter]!)
    .replace(/[^a-z']/g, '')
}
