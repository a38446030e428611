import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { keys } from '../storage/schema.ts'

/** What a token is for: media streams of calls can begin with it, or clients can speak with it. */
export type TokenUse = 'call' | 'tts'

/** Characters of the signature and of the `_` before it. */
const SIGNATURE_LENGTH = 44
const SHAPE = /^(call|tts)_([0-9A-Za-z]{8})_(\d{1,12})_[\w-]{43}$/

/**
 * Makes a token that can be used in the place of a key for a while, where the key itself must not be seen. It is signed
 * with the stored hash of the key, so every server on the database can check it. It becomes invalid when the key is
 * revoked. A token is accepted only where {@link keyIdOfToken} is called.
 *
 * @param keyId of a valid key
 * @param expiresAt seconds since 1970
 * @throws DatabaseUnavailable
 */
export async function makeKeyToken(
  db: Database,
  use: TokenUse,
  keyId: string,
  expiresAt: number,
): Promise<string> {
  const found = db.select({ prefix: keys.prefix, hash: keys.hash }).from(keys).where(eq(keys.id, keyId))
  const [key] = await withTimeout(found)
  const body = `${use}_${key!.prefix}_${expiresAt}`
  return `${body}_${signature(key!.hash, body).toString('base64url')}`
}

/** Whether a text has the form of a token for a use. */
export function isKeyToken(use: TokenUse, text: string): boolean {
  return text.startsWith(`${use}_`) && SHAPE.test(text)
}

/** The prefix of the key that a token names, whether it is valid or not. Undefined if a text has not the form of a token. */
export function prefixInToken(text: string): string | undefined {
  return SHAPE.exec(text)?.[2]
}

/** Whether a text has the form of a token, and the time in it has passed. */
export function isExpired(token: string): boolean {
  const expiresAt = SHAPE.exec(token)?.[3]
  return expiresAt !== undefined && Number(expiresAt) * 1000 <= Date.now()
}

/**
 * The id of the key that a token was made for. Undefined if it is not a token for this use, has expired, or the key is not
 * valid.
 *
 * @throws DatabaseUnavailable
 */
export async function keyIdOfToken(db: Database, use: TokenUse, token: string): Promise<string | undefined> {
  const prefix = prefixInToken(token)
  if (prefix === undefined || !isKeyToken(use, token) || isExpired(token)) return undefined
  const isValid = and(eq(keys.prefix, prefix), isNull(keys.revokedAt))
  const [key] = await withTimeout(db.select({ id: keys.id, hash: keys.hash }).from(keys).where(isValid))
  if (key === undefined) return undefined
  const expected = signature(key.hash, token.slice(0, -SIGNATURE_LENGTH))
  const given = Buffer.from(token.slice(1 - SIGNATURE_LENGTH), 'base64url')
  return timingSafeEqual(expected, given) ? key.id : undefined
}

function signature(secret: Uint8Array, body: string): Buffer {
  return createHmac('sha256', secret).update(body).digest()
}
