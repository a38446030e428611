/** Why the accounts do not let text be spoken. Nothing is charged then. */
export class AccountRefusal extends Error {}

/** The key was revoked after the connection was opened with it. */
export class KeyRevoked extends AccountRefusal {
  constructor() {
    super('the key was revoked')
  }
}

/** The balance does not cover the text that is to be spoken next: a transcript, or several that are spoken together. */
export class InsufficientCredits extends AccountRefusal {
  /** What that text costs. */
  readonly credits: number

  constructor(credits: number) {
    super(`the balance does not cover ${credits} credits`)
    this.credits = credits
  }
}

/** The organization has as many turns as it may have at once. */
export class ConcurrencyLimit extends AccountRefusal {
  readonly limit: number
  /** Milliseconds until a slot can be free. */
  readonly wait: number

  constructor({ limit, wait }: { readonly limit: number; readonly wait: number }) {
    super(`${limit} turns are being spoken already`)
    this.limit = limit
    this.wait = wait
  }
}
