/**
 * Pronunciations that differ from CMUdict's first entry: function words in the weak forms of the training speech,
 * errors of the dictionary, and words that it lacks.
 */
export const CORRECTIONS: Readonly<Record<string, string>> = {
  // Function words, as in the training speech
  a: 'ax',
  and: 'ae1 n d',
  the: 'dh ax',
  to: 't ax',
  into: 'ih0 n t uw1',
  were: 'w er0',
  her: 'hh er0',
  "you're": 'y ao1 r',
  cannot: 'k ae0 n aa1 t',
  here: 'hh ih1 r',

  // Content words, as in the training speech
  ear: 'ih1 r',
  ears: 'ih1 r z',
  email: 'iy1 m ey1 l',
  emails: 'iy1 m ey1 l z',
  even: 'iy1 v ax n',
  hear: 'hh ih1 r',
  hearing: 'hh ih1 r ih0 ng',
  itself: 'ih0 t s eh1 l f',
  libraries: 'l ay1 b r eh1 r iy0 z',
  library: 'l ay1 b r eh1 r iy0',
  poor: 'p uh1 r',
  poorly: 'p uh1 r l iy0',
  thirty: 'th er1 d iy0',
  wanted: 'w aa1 n t ax d',

  // Errors of the dictionary
  bot: 'b aa1 t',
  bots: 'b aa1 t s',
  chatbot: 'ch ae1 t b aa1 t',
  fallen: 'f ao1 l ax n',
  falling: 'f ao1 l ih0 ng',
  im: 'ay1 m',
  interpolated: 'ih0 n t er1 p ax l ey1 t ih0 d',
  interpolation: 'ih0 n t er1 p ax l ey1 sh ax n',
  lookup: 'l uh1 k ah1 p',
  lookups: 'l uh1 k ah1 p s',
  mod: 'm aa1 d',
  papier: 'p ey1 p er0',
  podcast: 'p aa1 d k ae1 s t',
  putting: 'p uh1 t ih0 ng',
  raw: 'r ao1',

  // Interjections without a vowel
  brr: 'b er1',
  pfft: 'f t',
  psst: 'p s t',
  tsk: 't s k',
}
