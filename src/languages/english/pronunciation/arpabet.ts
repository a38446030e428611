import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'

/** CMUdict's phones in IPA, as in the names of the voice model's tokens. Vowels are without stress. */
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

/** A phone in IPA ("ae1" is "æ1"). */
function fromArpabet(phone: string): string {
  const [, letters, stress] = /^([a-z]+)([01]?)$/.exec(phone) ?? []
  const ipa = ARPABET[letters ?? '']
  if (ipa === undefined) throw new Error(`"${phone}" is no phone of the ARPAbet`)
  return ipa + stress
}

/**
 * Parses phones in ARPAbet, separated by spaces: "r eh1 d". Throws for an unknown phone.
 */
export function parseArpabet(phones: string, inventory: PhoneInventory): Phones {
  return Uint8Array.from(phones.split(' '), (phone) => inventory.id(fromArpabet(phone)))
}
