import { type Static, Type } from '@sinclair/typebox'
import type { Models } from '../engines/models.ts'
import { MOST_HUNG } from '../engines/shared/workers-state.ts'
import { oneOf } from '../http/schema.ts'
import type { Database } from '../storage/database.ts'
import { isMigrated } from '../storage/migrated.ts'
import { within } from '../system/within.ts'

/** How long an answer of the database counts (milliseconds): a load balancer asks often, and so may strangers. */
const FRESH = 1000
/** The longest wait for an answer of the database (milliseconds). */
const TIMEOUT = 2000

/** What a server must have to take requests. */
const MISSING = ['stopping', 'database', 'schema', 'workers'] as const

type Missing = (typeof MISSING)[number]

/** Whether a server can take requests. */
export const READINESS = Type.Object(
  {
    status: oneOf(['ready', 'not_ready'], { description: 'Whether requests can be sent here.' }),
    missing: Type.Array(
      oneOf(MISSING, {
        description:
          'stopping: the server is being stopped. database: it does not answer, or can only be read. schema: it lacks a migration of this version. workers: none of the main model works, or too many of a model hang.',
      }),
      { description: 'Why not.' },
    ),
    models: Type.Record(
      Type.String(),
      oneOf(['ready', 'degraded', 'unavailable'], { description: 'How well its engine works.' }),
      { description: 'By the ids of the models. Those besides the main one make no server unready.' },
    ),
  },
  { additionalProperties: false },
)

/** Knows whether this server can take requests. */
export class Readiness {
  readonly #db: Database
  readonly #models: Models
  #isLeaving = false
  /** What the database lacks, by its last answer or the one that is awaited. Undefined: it is asked next time. */
  #asked: Promise<Missing | undefined> | undefined

  constructor(db: Database, models: Models) {
    this.#db = db
    this.#models = models
  }

  /** The server is stopping. */
  leave(): void {
    this.#isLeaving = true
  }

  /** Whether too many workers of a model hang, so that only a new process helps. */
  get isBeyondRepair(): boolean {
    return this.#models.all.some((model) => (model.workers?.().hung ?? 0) >= MOST_HUNG)
  }

  /** Whether requests can be sent here, after two seconds at the latest. The database is asked once a second at most. */
  async report(): Promise<Static<typeof READINESS>> {
    const { main, all } = this.#models
    const lacks: (Missing | undefined)[] = [
      this.#isLeaving ? 'stopping' : undefined,
      await this.#inDatabase(),
      main.health() === 'unavailable' || this.isBeyondRepair ? 'workers' : undefined,
    ]
    const missing = lacks.filter((each) => each !== undefined)
    return {
      status: missing.length === 0 ? 'ready' : 'not_ready',
      missing,
      models: Object.fromEntries(all.map((model) => [model.id, model.health()])),
    }
  }

  #inDatabase(): Promise<Missing | undefined> {
    this.#asked ??= this.#ask()
    return within(TIMEOUT, this.#asked, 'database')
  }

  async #ask(): Promise<Missing | undefined> {
    try {
      return (await isMigrated(this.#db)) ? undefined : 'schema'
    } catch {
      return 'database' // what uses it logs why
    } finally {
      setTimeout(() => {
        this.#asked = undefined
      }, FRESH).unref()
    }
  }
}
