/** CMUdict's phones in IPA, as the voice model's tokens are named; vowels without their stress. */
export const ARPABET: Readonly<Record<string, string>> = {
  aa: 'ɑː',
  ae: 'æ',
  ah: 'ʌ',
  ao: 'ɔː',
  aw: 'aʊ',
  ax: 'ə',
  ay: 'aɪ',
  b: 'b',
  ch: 'tʃ',
  d: 'd',
  dh: 'ð',
  eh: 'ɛ',
  er: 'ɝ',
  ey: 'eɪ',
  f: 'f',
  g: 'ɡ',
  hh: 'h',
  ih: 'ɪ',
  iy: 'iː',
  jh: 'dʒ',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  ng: 'ŋ',
  ow: 'oʊ',
  oy: 'ɔɪ',
  p: 'p',
  r: 'ɹ',
  s: 's',
  sh: 'ʃ',
  t: 't',
  th: 'θ',
  uh: 'ʊ',
  uw: 'uː',
  v: 'v',
  w: 'w',
  y: 'j',
  z: 'z',
  zh: 'ʒ',
}

/** The token of an ARPAbet phone ("ae1" is "æ1"), in which American dictionaries are written. Throws for others. */
export function fromArpabet(phone: string): string {
  const [, letters, stress] = /^([a-z]+)([01]?)$/.exec(phone) ?? []
  const ipa = ARPABET[letters ?? '']
  if (ipa === undefined) throw new Error(`"${phone}" is no phone of the ARPAbet`)
  return ipa + stress
}
