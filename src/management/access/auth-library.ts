import { ServiceError } from '../../http/errors.ts'
import type { Database } from '../../storage/database.ts'
import { credentials, people, sessions, verifications } from '../../storage/schema.ts'
import { DatabaseUnavailable, isOfDatabase, withoutStatement } from '../../storage/unavailable.ts'
import { hashPassword, MAX_LENGTH, verifyPassword } from './passwords.ts'

/** Seconds for which a session lasts after its last use, and after which a use is noted. */
const SESSION_LIFE = 7 * 86_400
const SESSION_NOTED = 86_400

/** The cookie of a session, and the one of a browser that has come encrypted, which no other site or port can set. */
export const SESSION_COOKIE = 'purr_session'
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`

/** The header that passes the library the address of a browser. What a client sends in it is ignored. */
export const ADDRESS_HEADER = 'x-purr-address'

/** What the library signs people in with. */
export interface LibraryOptions {
  readonly db: Database
  /** Signs the cookies. All servers on one database need the same. */
  readonly secret: string
  /** The URL at which clients reach Purr. Undefined: that of their request. */
  readonly publicUrl: string | undefined
}

/** The library that signs people in and out, as it is used here. */
export type Library = Awaited<ReturnType<typeof openLibrary>>

/**
 * Loads the library. It has one cookie for each of its instances, and the same server can be reached encrypted and not.
 *
 * @param isSecure whether browsers send the cookie only encrypted
 */
export async function openLibrary({ db, secret, publicUrl }: LibraryOptions, isSecure: boolean) {
  const [{ betterAuth }, { drizzleAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/drizzle'),
  ])
  return betterAuth({
    appName: 'Purr',
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/management/auth',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: people, session: sessions, account: credentials, verification: verifications },
    }),
    user: { additionalFields: { isOperator: { type: 'boolean', required: false, input: false } } },
    session: { expiresIn: SESSION_LIFE, updateAge: SESSION_NOTED },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1, // the routes have the rules
      maxPasswordLength: 4 * MAX_LENGTH,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    advanced: {
      cookiePrefix: 'purr',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      cookies: { session_token: { name: isSecure ? SECURE_SESSION_COOKIE : SESSION_COOKIE } },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false }, // counted in the database, by attempt()
    telemetry: { enabled: false },
    logger: { disabled: true }, // what fails is logged with the request
  })
}

/**
 * The client's error for an error of the library.
 *
 * @param refusal what the library's own refusal is reported as
 */
export function clientErrorFor(error: unknown, refusal: (() => ServiceError) | undefined): unknown {
  if (error instanceof ServiceError) return error
  const { statusCode, cause } = error as { statusCode?: number; cause?: unknown }
  if (refusal !== undefined && (statusCode === 400 || statusCode === 401)) return refusal()
  const origin = withoutStatement(cause ?? error)
  const isStatement = origin !== (cause ?? error) // that failed, or was never answered
  if (!isStatement && !isOfDatabase(origin)) return origin
  return new DatabaseUnavailable('the database failed', { cause: origin })
}
