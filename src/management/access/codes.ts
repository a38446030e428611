/** Random bytes of a code. */
const LENGTH = 32

/** Makes the code of a link: whoever has it may do what the link is for. */
export function newCode(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(LENGTH))).toString('base64url')
}

/** SHA-256 of a code: all of it that is stored. */
export function hashCode(code: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(code).digest()
}

/** SHA-256 of a code, in hexadecimal. */
export function hashCodeText(code: string): string {
  return Buffer.from(hashCode(code)).toString('hex')
}
