import { voidResetLinksOf } from '../../accounts/reset-links.ts'
import { ServiceError } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { DatabaseUnavailable } from '../../storage/unavailable.ts'
import type { Person } from './actor.ts'
import {
  ADDRESS_HEADER,
  clientErrorFor,
  type Library,
  type LibraryOptions,
  openLibrary,
  SECURE_SESSION_COOKIE,
  SESSION_COOKIE,
} from './auth-library.ts'
import { lockPeople, passwordHashOf, replacePassword } from './credentials.ts'
import { KnownBrowsers } from './known-browsers.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { hasOperator } from './people.ts'
import { isSecure } from './same-site.ts'
import { endOldSessions, endSessionWith } from './sessions.ts'
import { type Attempt, attempt } from './sign-in-limits.ts'

/** The secret that signs cookies, where none is configured. */
export const SESSION_SECRET = { file: 'session-secret', ends: 'everybody is signed out' }

/** How people are known. */
export interface AuthOptions extends LibraryOptions {
  /** The e-mail address of a person who is operator, whatever the database says. */
  readonly operatorEmail: string | undefined
}

/** Someone who came with a cookie, and what their browser is to be sent. */
export interface Visit {
  readonly person: Person | undefined
  readonly cookies: readonly string[]
}

/** A request, with the server that took it. */
export interface Arrival {
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
}

/** Signs people in and out, and knows them by their cookie. The library that does it is loaded when it is first needed. */
export class Auth {
  readonly #options: AuthOptions
  readonly #browsers: KnownBrowsers
  #hasOperator = false
  #plain: Promise<Library> | undefined
  #secure: Promise<Library> | undefined

  constructor(options: AuthOptions) {
    this.#options = options
    this.#browsers = new KnownBrowsers(options.secret)
  }

  get publicUrl(): string | undefined {
    return this.#options.publicUrl
  }

  /** Whether a person is operator. */
  isOperator({ email, isOperator }: { readonly email: string; readonly isOperator: boolean }): boolean {
    return isOperator || email === this.operatorEmail
  }

  get operatorEmail(): string | undefined {
    return this.#options.operatorEmail
  }

  /**
   * Whether nobody is operator yet. Once somebody is, this is remembered: the route that reports it is for everybody.
   *
   * @throws DatabaseUnavailable
   */
  async needsOwner(): Promise<boolean> {
    this.#hasOperator ||= await withTimeout(() => hasOperator(this.#options.db, this.operatorEmail))
    return !this.#hasOperator
  }

  /** What a request has of a session; undefined: nothing. It is not known yet whether it is valid. */
  cookieOf(request: Request): string | undefined {
    const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
    const secure = cookies.get(SECURE_SESSION_COOKIE)
    return secure ?? (this.#isSecure(request) ? undefined : cookies.get(SESSION_COOKIE)) ?? undefined
  }

  /**
   * The person whose session a request has.
   *
   * @throws DatabaseUnavailable
   */
  async personOf(arrival: Arrival): Promise<Person | undefined> {
    return (await this.#visit(arrival, true)).person
  }

  /**
   * The person whose session a request has, if any. Notes that the session is still used: it lasts longer, and so does its
   * cookie.
   *
   * @throws DatabaseUnavailable
   */
  visit(arrival: Arrival): Promise<Visit> {
    return this.#visit(arrival, false)
  }

  async #visit(arrival: Arrival, disableRefresh: boolean): Promise<Visit> {
    if (this.cookieOf(arrival.request) === undefined) return { person: undefined, cookies: [] }
    const { response, headers } = await this.#ask(arrival, ({ api }, headers) =>
      api.getSession({ headers, query: { disableRefresh }, returnHeaders: true }),
    )
    return { person: response ? this.#person(response) : undefined, cookies: headers.getSetCookie() }
  }

  #person({ session, user }: NonNullable<Awaited<ReturnType<Library['api']['getSession']>>>): Person {
    const { id, name, email } = user
    const isOperator = this.isOperator({ email, isOperator: user.isOperator === true })
    return { kind: 'person', userId: id, name, email, sessionId: session.id, isOperator }
  }

  /**
   * Signs someone in, with a new session.
   *
   * @returns the cookies for the browser
   * @throws ServiceError unauthorized, for an unknown e-mail address after the same time as for a wrong password; rate_limited;
   *   DatabaseUnavailable
   */
  async signIn(
    arrival: Arrival,
    { email, password }: { readonly email: string; readonly password: string },
  ): Promise<readonly string[]> {
    const account = { email: email.toLowerCase(), password }
    return attempt(this.#options.db, this.#attempt(arrival, account.email), () =>
      this.enter(arrival, account),
    )
  }

  /**
   * Signs someone in without counting an attempt, because they have just chosen this password.
   *
   * @param account with its e-mail address in lower case
   * @returns the cookies for the browser
   * @throws ServiceError unauthorized, rate_limited; DatabaseUnavailable
   */
  async enter(
    arrival: Arrival,
    account: { readonly email: string; readonly password: string },
  ): Promise<readonly string[]> {
    const { db } = this.#options
    const hash = () => withTimeout(() => passwordHashOf(db, account.email))
    const before = await hash()
    const { response, headers } = await this.#ask(
      arrival,
      ({ api }, headers) => api.signInEmail({ headers, body: account, returnHeaders: true }),
      wrongPassword,
    ).catch(async (error) => {
      // Whoever was deleted while the password was checked can have no session: its row would refer to nobody.
      const isDeleted = error instanceof DatabaseUnavailable && (await hash()) === undefined
      throw isDeleted ? wrongPassword() : error
    })
    if ((await hash()) !== before) {
      await endSessionWith(db, response.token) // it was made after the change had ended all others
      throw wrongPassword()
    }
    await endOldSessions(db, response.user.id)
    const isSecure = this.#isSecure(arrival.request)
    return [...headers.getSetCookie(), this.#browsers.cookieFor(account.email, isSecure)]
  }

  /**
   * Ends the session of a request.
   *
   * @returns the cookies for the browser
   * @throws DatabaseUnavailable
   */
  async signOut(arrival: Arrival): Promise<readonly string[]> {
    const { headers } = await this.#ask(arrival, ({ api }, headers) =>
      api.signOut({ headers, returnHeaders: true }),
    )
    return headers.getSetCookie()
  }

  /**
   * Changes the password of someone who is signed in. All sessions end, and links for a new password are void, for theirs and
   * those that they have made for others; this browser has a new session.
   *
   * @returns the cookies for the browser
   * @throws ServiceError unauthorized if the current password is wrong, rate_limited; DatabaseUnavailable
   */
  async changePassword(
    arrival: Arrival,
    { userId, email }: Person,
    { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  ): Promise<readonly string[]> {
    const { db } = this.#options
    return attempt(db, this.#attempt(arrival, email), async () => {
      const before = await withTimeout(() => passwordHashOf(db, email))
      if (before === undefined || !(await verifyPassword(currentPassword, before)))
        throw wrongCurrentPassword()
      const hash = await hashPassword(newPassword)
      const change = async (tx: Database) => {
        await lockPeople(tx, userId)
        await voidResetLinksOf(tx, userId)
        return replacePassword(tx, userId, { hash, before })
      }
      if (!(await withTimeout(() => db.transaction(change)))) throw wrongCurrentPassword()
      return this.enter(arrival, { email, password: newPassword })
    })
  }

  #attempt({ request, server }: Arrival, email: string): Attempt {
    return { network: networkOf(request, server), claim: email, browser: this.#browsers.idOf(request, email) }
  }

  #isSecure(request: Request): boolean {
    return isSecure(request, this.#options.publicUrl)
  }

  /**
   * Asks the library for something, within the time that statements have.
   *
   * @param refusal what its own refusal is reported as
   */
  async #ask<Answer>(
    { request, server }: Arrival,
    ask: (library: Library, headers: Headers) => Promise<Answer>,
    refusal?: () => ServiceError,
  ): Promise<Answer> {
    const isSafe = new Bun.CookieMap(request.headers.get('cookie') ?? '').has(SECURE_SESSION_COOKIE)
    const library = await this.#library(isSafe || this.#isSecure(request))
    const headers = new Headers({ [ADDRESS_HEADER]: server?.requestIP(request)?.address ?? '' })
    for (const name of ['cookie', 'user-agent']) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const asked = () => ask(library, headers).then(answered, refused)
    const outcome = await withTimeout(asked)
    if ('answer' in outcome) return outcome.answer
    throw clientErrorFor(outcome.error, refusal)
  }

  #library(isSecure: boolean): Promise<Library> {
    if (isSecure) this.#secure ??= openLibrary(this.#options, true)
    else this.#plain ??= openLibrary(this.#options, false)
    return isSecure ? this.#secure! : this.#plain!
  }
}

function answered<Answer>(answer: Answer) {
  return { answer }
}

function refused(error: unknown) {
  return { error }
}

function wrongPassword(): ServiceError {
  return new ServiceError('unauthorized', 'The e-mail address or the password is wrong.', {
    detail: 'Who has forgotten a password asks an owner of the organization or the operator for a link.',
  })
}

function wrongCurrentPassword(): ServiceError {
  return new ServiceError('unauthorized', 'The current password is wrong.', {
    detail:
      'Try again. If it is forgotten, an owner of the organization or the operator makes a link for another.',
  })
}
