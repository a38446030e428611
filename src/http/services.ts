import type { RefusalWatch } from '../accounts/refusal-watch.ts'
import type { Models } from '../engines/models.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { BodyReader } from './body.ts'
import type { KeyGuard } from './key-guard.ts'
import type { ListGuard } from './list-guard.ts'
import type { RecentRefusals } from './recent-refusals.ts'

/** What the routes of every feature use. */
export interface HttpServices {
  readonly db: Database
  /** The models that requests can name. */
  readonly models: Models
  readonly log: Log
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing
  /** Bounds the cost of failed authentication. */
  readonly guard: KeyGuard
  /** Bounds the cost of lists. */
  readonly lists: ListGuard
  /** Is notified of what clients are refused. */
  readonly refusals: RecentRefusals
  /** Is notified of what limits refuse. */
  readonly usage: RefusalWatch
  /** Reads the bodies of requests. */
  readonly bodies: BodyReader
}
