import type { Database } from '../../src/storage/database.ts'

/** Something happens before a transaction of a service begins, once: after all that was checked before it. */
export class DisturbedDatabase {
  /** What happens before the next transaction. */
  before: () => Promise<unknown> = async () => {}

  /** The database as the service has it. */
  readonly through = (db: Database): Database => {
    const transaction: Database['transaction'] = async (...work) => {
      const happens = this.before
      this.before = async () => {}
      await happens()
      return db.transaction(...work)
    }
    return new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
    })
  }
}
