import type { SQL } from 'drizzle-orm'
import { KeyedSemaphore } from '../accounts/keyed-semaphore.ts'
import { type Database, rows } from '../storage/database.ts'

/** Most rows of keys, voices and models that one answer adds up. */
export const MAX_ROWS = 100_000
/** Most rows that are read for one response, to find those. */
const MAX_SEEN = 400_000

/** More rows than are read for one answer. */
export class TooMuchUsage extends Error {}

/**
 * Reads usage for the answers of a process. Each statement reads little, and one runs at a time: the embedded database answers
 * nobody else meanwhile, and turns wait for it. An organization's answers come one after another.
 */
export class UsageReads {
  readonly #db: Database
  readonly #organizations = new KeyedSemaphore(1)
  readonly #statements = new KeyedSemaphore(1)

  constructor(db: Database) {
    this.#db = db
  }

  /** Makes an answer for an organization, after those before it. */
  answer<Answer>(organizationId: string, make: (read: UsageRead) => Promise<Answer>): Promise<Answer> {
    const read = (statement: SQL) =>
      this.#statements.runIndependently('', () => rows(this.#db, statement, organizationId))
    return this.#organizations.runIndependently(organizationId, () => make(new UsageRead(read)))
  }
}

/** What is read for one answer. */
export class UsageRead {
  readonly #run: (statement: SQL) => Promise<unknown[]>
  #added = 0
  #seen = 0

  /** @param run runs one statement, when it is its turn */
  constructor(run: (statement: SQL) => Promise<unknown[]>) {
    this.#run = run
  }

  /** What it has cost so far, in rows that were added up. It takes as long to read ten others. */
  get cost(): number {
    return this.#added + this.#seen / 10
  }

  /** @throws DatabaseUnavailable */
  async rows<Row>(statement: SQL): Promise<Row[]> {
    return (await this.#run(statement)) as Row[]
  }

  /**
   * Counts rows that were read.
   *
   * @param seen rows that were read
   * @param added those of them that were added up
   * @throws TooMuchUsage
   */
  count(seen: number, added: number): void {
    this.#seen += seen
    this.#added += added
    if (this.#added > MAX_ROWS || this.#seen > MAX_SEEN) throw new TooMuchUsage()
  }
}
