import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'

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

/** A phone in IPA ("ae1" is "æ1"). */
function fromArpabet(phone: string): string {
  const [, letters, stress] = /^([a-z]+)([01]?)$/.exec(phone) ?? []
  const ipa = ARPABET[letters ?? '']
  if (ipa === undefined) throw new Error(`"${phone}" is no phone of the ARPAbet`)
  return ipa + stress
}

/**
 * Phones in ARPAbet, in which American dictionaries are written, with spaces between: "r eh1 d". Throws for what is no
 * phone.
 */
export function parseArpabet(phones: string, inventory: PhoneInventory): Phones {
  return Uint8Array.from(phones.split(' '), (phone) => inventory.id(fromArpabet(phone)))
}
