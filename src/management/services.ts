import type { HttpServices } from '../http/services.ts'
import type { TurnServices } from '../tts/turn.ts'

/** What the routes of the management API use. */
export interface ManagementServices extends HttpServices {
  /** What reads texts. */
  readonly turns: TurnServices
}
