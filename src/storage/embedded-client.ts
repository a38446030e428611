import type { QueryOptions, Results } from '@electric-sql/pglite'
import { DatabaseThread } from './database-thread.ts'
import { ANSWER_TIMEOUT, withDeadline } from './start-deadline.ts'
import { currentTerms } from './statement-terms.ts'

/** Pause before a database whose thread has ended is opened again (milliseconds). */
const REOPEN_DELAY = 500

/** What Drizzle needs to run statements. */
interface Statements {
  query(text: string, values: readonly unknown[], options: QueryOptions): Promise<Results>
}

export type OnIncident = (message: string, cause: unknown) => void

/**
 * An embedded database in a thread of its own: as much of PGlite's interface as Drizzle needs. Statements run one after
 * another, in the order in which they were sent. If the thread ends, the statements that it had fail, and a new thread
 * recovers the database from its log. All that was committed is in the log.
 */
export class EmbeddedClient implements Statements {
  readonly #folder: string
  readonly #onIncident: OnIncident
  readonly #timeout: number
  #thread: Promise<DatabaseThread>
  #isClosed = false

  private constructor(folder: string, thread: DatabaseThread, onIncident: OnIncident, timeout: number) {
    this.#folder = folder
    this.#timeout = timeout
    this.#onIncident = onIncident
    this.#thread = Promise.resolve(thread)
    this.#watch(thread)
  }

  /**
   * @param folder with the files of the database
   * @param timeout milliseconds after which the sender of a statement gives it up
   * @throws Error as `openCluster` does
   */
  static async open(
    folder: string,
    onIncident: OnIncident,
    timeout = ANSWER_TIMEOUT,
  ): Promise<EmbeddedClient> {
    return new EmbeddedClient(folder, await DatabaseThread.open(folder), onIncident, timeout)
  }

  async query(text: string, values: readonly unknown[], options: QueryOptions): Promise<Results> {
    const statement = this.#statement(text, values, options)
    return (await this.#thread).ask({ is: 'statement', statement })
  }

  /** Runs a transaction. It is rolled back if it ends after its caller has given it up. */
  async transaction<Done>(work: (inside: Statements) => Promise<Done>): Promise<Done> {
    const { givenUp } = currentTerms()
    const thread = await this.#thread
    const transaction = await thread.ask<number>({ is: 'begin' })
    const inside: Statements = {
      query: (...statement) =>
        thread.ask({ is: 'statement', statement: this.#statement(...statement), transaction }),
    }
    try {
      const done = await work(inside)
      if (givenUp?.aborted) throw new Error('the transaction took too long')
      await thread.ask({ is: 'commit', transaction })
      return done
    } catch (error) {
      // If this fails, the thread has ended, and the transaction with it. What went wrong before is what matters.
      await thread.ask({ is: 'rollback', transaction }).catch(() => {})
      throw error
    }
  }

  /**
   * A statement on its way to the thread. Both clocks are the machine's, so one that has waited so long for its turn that
   * its sender has given it up has no effect, as on a server. Drizzle's parsers all leave a value as Postgres's text.
   */
  #statement(text: string, values: readonly unknown[], { rowMode, parsers = {} }: QueryOptions) {
    const deadline = (Date.now() + this.#timeout) / 1000
    return {
      text,
      values: withDeadline(values, () => deadline),
      rowMode,
      asText: Object.keys(parsers).map(Number),
    }
  }

  /** Closes the database after all statements that were sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#thread).close()
  }

  #watch(thread: DatabaseThread): void {
    thread.ended.then((reason) => {
      if (!this.#isClosed) this.#reopen(reason)
    })
  }

  /** Statements wait meanwhile. If it fails they fail too, and it is tried again. */
  #reopen(reason: unknown): void {
    this.#onIncident('the embedded database has failed and is opened again', reason)
    this.#thread = Bun.sleep(REOPEN_DELAY).then(() => DatabaseThread.open(this.#folder))
    this.#thread.then(
      (thread) => this.#watch(thread),
      (error) => this.#isClosed || this.#reopen(error),
    )
  }
}
