/** A token that stands for a key for a while. */
export interface AccessToken {
  readonly token: string
  /** Milliseconds since 1970, on the clock of this computer. */
  readonly until: number
}

/** How long before its end a token is renewed, so that a request that begins with it still arrives (milliseconds). */
const MARGIN = 30_000

/** Has a token that is valid, and asks for the next one before it ends. Tokens are only in the memory of the page. */
export class AccessTokens {
  readonly #ask: () => Promise<AccessToken>
  readonly #now: () => number
  #token: Promise<AccessToken> | undefined

  /** @param now milliseconds since 1970 */
  constructor(ask: () => Promise<AccessToken>, now = Date.now) {
    this.#ask = ask
    this.#now = now
  }

  /** A token with which a request can begin now. Throws what asking for one throws. */
  async get(): Promise<string> {
    const held = this.#token ?? this.#renew()
    const { token, until } = await held
    if (this.#now() < until - MARGIN) return token
    // Of all that wait here, the first asks.
    return (await (this.#token === held || this.#token === undefined ? this.#renew() : this.#token)).token
  }

  /** Forgets a token that was refused. */
  forget(): void {
    this.#token = undefined
  }

  #renew(): Promise<AccessToken> {
    const asked = this.#ask()
    this.#token = asked
    asked.catch(() => {
      if (this.#token === asked) this.#token = undefined
    })
    return asked
  }
}
