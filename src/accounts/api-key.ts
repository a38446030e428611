import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX_LENGTH = 8
const SECRET_LENGTH = 40
const CHECKSUM_LENGTH = 6

/** What a key is for: `sk` speaks, `mk` manages. */
export type KeyKind = 'sk' | 'mk'

const SHAPE = new RegExp(`^(sk|mk)_purr_([0-9A-Za-z]{${PREFIX_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/** Makes a new key, `<kind>_purr_<prefix>_<secret>`, with about 200 random bits in its secret. */
export function generateKey(kind: KeyKind = 'sk'): string {
  const body = `${kind}_purr_${randomText(PREFIX_LENGTH)}_${randomText(SECRET_LENGTH - CHECKSUM_LENGTH)}`
  return body + checksum(body)
}

/**
 * The prefix of a well-formed key, by which its row is found. Undefined if the shape or the checksum is wrong, so a
 * mistyped key costs no look-up, or if it is a key of another kind.
 */
export function keyPrefix(key: string, kind: KeyKind = 'sk'): string | undefined {
  const [, kindOfKey, prefix] = SHAPE.exec(key) ?? []
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return kindOfKey === kind && key.endsWith(checksum(body)) ? prefix : undefined
}

/** The prefix of what somebody has of a key: the whole key, its beginning, or the prefix alone. */
export function prefixIn(text: string, kind: KeyKind = 'sk'): string {
  const start = `${kind}_purr_`
  return text.startsWith(start) ? text.slice(start.length, start.length + PREFIX_LENGTH) : text
}

/** SHA-256 of the whole key: all of it that is stored. */
export function hashKey(key: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(key).digest()
}

/** CRC-32 in base 62, most significant digit first: 62^6 exceeds 2^32. */
function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the last multiple of 62 in a byte: larger values would favour the first characters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}
