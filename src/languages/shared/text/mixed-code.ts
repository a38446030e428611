/**
 * Whether a word of letters and digits is a code, whose digits are read one by one ("B7K92Q", "Z999AA10").
 *
 * @param parts how many runs of letters and of digits it has
 */
export function isMixedCode(word: string, parts: number): boolean {
  return parts > 4 || (parts === 4 && !/\p{Ll}/u.test(word))
}
