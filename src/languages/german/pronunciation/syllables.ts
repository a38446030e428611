/** Where the vowels of a word's syllables are among its phones. The "ɐ" of an "r" after another vowel is none. */
export function syllablesOf(phones: readonly string[]): number[] {
  return phones.flatMap((phone, at) =>
    /[01ə]$/.test(phone) || (phone === 'ɐ' && !/[01əɐ]$/.test(phones[at - 1] ?? '')) ? [at] : [],
  )
}
