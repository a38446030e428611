import type { HttpServices } from '../http/services.ts'
import type { TurnServices } from '../tts/turn.ts'
import type { Actors } from './actors.ts'
import type { Auth } from './auth.ts'

/** What those routes of the management API use that need only the database. The command line has them without a server. */
export interface AccountServices extends Pick<HttpServices, 'db' | 'log' | 'tracing' | 'lists' | 'bodies'> {
  /** Says who sends a request. */
  readonly actors: Actors
}

/** What the routes of the management API use. */
export interface ManagementServices extends HttpServices, AccountServices {
  /** Signs people in and out. */
  readonly auth: Auth
  /** What texts are read with. */
  readonly turns: TurnServices
}
