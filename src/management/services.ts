import type { HttpServices } from '../http/services.ts'
import type { TurnServices } from '../tts/turn.ts'
import type { Actors } from './actors.ts'
import type { Auth } from './auth.ts'

/** What the routes of the management API use. */
export interface ManagementServices extends HttpServices {
  /** Says who sends a request. */
  readonly actors: Actors
  /** Signs people in and out. */
  readonly auth: Auth
  /** What texts are read with. */
  readonly turns: TurnServices
}
