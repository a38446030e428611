/** Interjections without a vowel that languages share, in IPA. A sound that people hold is there more than once. */
export const INTERJECTIONS: Readonly<Record<string, string>> = {
  hm: 'h m m',
  hmm: 'h m m',
  hmmm: 'h m m m',
  mhm: 'm h m m',
  mm: 'm m',
  mmm: 'm m m',
  psst: 'p s t',
  pssst: 'p s t',
  pst: 'p s t',
  sh: 'ʃ ʃ',
  shh: 'ʃ ʃ',
}
