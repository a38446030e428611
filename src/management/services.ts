import type { HttpServices } from '../http/services.ts'
import type { TurnServices } from '../tts/turn.ts'
import type { Actors } from './actors.ts'

/** What the routes of the management API use. */
export interface ManagementServices extends HttpServices {
  /** Says who sends a request. */
  readonly actors: Actors
  /** What texts are read with. */
  readonly turns: TurnServices
}
