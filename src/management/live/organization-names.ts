import { inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Database, withTimeout } from '../../storage/database.ts'
import { organizations } from '../../storage/schema.ts'

const MOST = 10_000
/** Most that are looked up at a time. */
const BATCH = 500
/** An organization can be given another name (milliseconds). */
const KEPT = 60_000

/** The names of organizations. They are looked up together, and nobody waits for them. */
export class OrganizationNames {
  readonly #db: Database
  /** Null: there is no such organization any more. */
  readonly #names = new LRUCache<string, { readonly name: string | null }>({
    max: MOST,
    ttl: KEPT,
    noDeleteOnStaleGet: true,
  })
  readonly #wanted = new Set<string>()
  #isLookingUp = false

  constructor(db: Database) {
    this.#db = db
  }

  /** The name of an organization, also an old one while it is looked up again; null if it is not known yet. */
  of(id: string): string | null {
    const known = this.#names.get(id, { allowStale: true })
    if (!this.#names.has(id) && this.#wanted.size < BATCH) this.#wanted.add(id)
    return known?.name ?? null
  }

  /** Looks up those that were asked for and are not known, or not lately. While the database is away, all stay as they are. */
  async lookUp(): Promise<void> {
    if (this.#isLookingUp || this.#wanted.size === 0) return
    this.#isLookingUp = true
    const ids = [...this.#wanted]
    try {
      const found = await withTimeout(
        this.#db
          .select({ id: organizations.id, name: organizations.name })
          .from(organizations)
          .where(inArray(organizations.id, ids)),
      )
      const names = new Map(found.map(({ id, name }) => [id, name]))
      for (const id of ids) this.#names.set(id, { name: names.get(id) ?? null })
      this.#wanted.clear()
    } catch {
      this.#wanted.clear() // asked for again with the next snapshot
    } finally {
      this.#isLookingUp = false
    }
  }
}
