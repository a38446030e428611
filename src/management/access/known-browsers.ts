import { timingSafeEqual } from 'node:crypto'

const COOKIE = 'purr_browser'
/** Seconds for which a browser is known. */
const LIFE = 365 * 86_400

/**
 * Knows browsers in which somebody has signed in before, by a cookie. Attempts to sign in from them are counted apart from
 * those of others, so nobody is locked out by strangers who guess, also where a proxy makes all come from one address.
 */
export class KnownBrowsers {
  readonly #secret: string

  /** @param secret signs the cookies */
  constructor(secret: string) {
    this.#secret = secret
  }

  /** The id of the browser of a request, if this person has signed in there before. */
  idOf({ headers }: Request, email: string): string | undefined {
    const cookies = new Bun.CookieMap(headers.get('cookie') ?? '')
    const [id, signature] = (cookies.get(`__Host-${COOKIE}`) ?? cookies.get(COOKIE) ?? '').split('.')
    if (!id || !signature) return undefined
    const [sent, right] = [Buffer.from(signature), Buffer.from(this.#sign(id, email))]
    return sent.length === right.length && timingSafeEqual(sent, right) ? id : undefined
  }

  /** The cookie for a browser in which somebody has signed in. */
  cookieFor(email: string, isSecure: boolean): string {
    const id = crypto.randomUUID()
    return new Bun.Cookie({
      name: isSecure ? `__Host-${COOKIE}` : COOKIE,
      value: `${id}.${this.#sign(id, email)}`,
      path: '/',
      maxAge: LIFE,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    }).toString()
  }

  #sign(id: string, email: string): string {
    return new Bun.CryptoHasher('sha256', this.#secret).update(`browser ${id} ${email}`).digest('base64url')
  }
}
