/** Whether a word has no vowel to be said with ("xzqv"): it is spelled. */
export function isUnpronounceable(word: string): boolean {
  return !/[aeiouy]/.test(word)
}

/**
 * What a word with letters drawn out may stand for, the likeliest first: "nooo" is "no", "cooool" is "cool",
 * "hmmmm" is "hmm". Empty for a word without three equal letters in a row.
 */
export function withoutElongation(word: string): string[] {
  if (!/(.)\1\1/.test(word)) return []
  const single = word.replace(/(.)\1{2,}/g, '$1')
  const double = word.replace(/(.)\1{2,}/g, '$1$1')
  return /(.)\1\1$/.test(word) && !/([^aeiouy])\1\1$/.test(word) ? [single, double] : [double, single]
}
