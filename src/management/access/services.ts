import type { KeyWatch } from '../../accounts/key-watch.ts'
import type { StripeCheckout } from '../../billing/stripe.ts'
import type { HttpServices } from '../../http/services.ts'
import type { TurnServices } from '../../tts/turn.ts'
import type { Cloning } from '../../voices/cloning.ts'
import type { Actors } from './actors.ts'
import type { Auth } from './auth.ts'

/** What those routes of the management API use that need only the database. The command line has them without a server. */
export interface AccountServices
  extends Pick<HttpServices, 'db' | 'log' | 'tracing' | 'guard' | 'lists' | 'bodies'> {
  /** Says who sends a request. */
  readonly actors: Actors
  /** The e-mail address of a person who is operator, whatever the database says. */
  readonly operatorEmail?: string | undefined
  /** Notifies open connections that their key was revoked. */
  readonly keys: KeyWatch
  readonly selling: Selling
}

/** How organizations get credits, besides those that the operator grants. */
export interface Selling {
  /** Undefined: there is no payment provider. */
  readonly checkout?: StripeCheckout | undefined
  /** The e-mail address of the operator. Undefined: not known. */
  readonly contact?: string | undefined
}

/** What most routes of the management API use. */
export interface ManagementServices extends HttpServices, AccountServices {
  /** Signs people in and out. */
  readonly auth: Auth
  /** What texts are read with. */
  readonly turns: TurnServices
  /** Makes voices from clips. */
  readonly cloning: Cloning
}
