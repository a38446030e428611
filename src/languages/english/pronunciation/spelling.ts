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

/** Whether a word has no vowel ("xzqv"). Such a word is spelled. */
export function isUnpronounceable(word: string): boolean {
  return !/[aeiouy]/.test(word)
}

/**
 * Candidates for a word with drawn-out letters, the likeliest first: "no" for "nooo", "cool" for "cooool", "hmm" for
 * "hmmmm". Empty for a word without three equal letters in a row.
 */
export function withoutElongation(word: string): string[] {
  if (!/(.)\1\1/.test(word)) return []
  const single = word.replace(/(.)\1{2,}/g, '$1')
  const double = word.replace(/(.)\1{2,}/g, '$1$1')
  return /(.)\1\1$/.test(word) && !/([^aeiouy])\1\1$/.test(word) ? [single, double] : [double, single]
}
