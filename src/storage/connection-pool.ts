import postgres from 'postgres'
import { DatabaseClock } from './database-clock.ts'
import { ANSWER_TIMEOUT, BEGUN_TOO_LATE, STATEMENT_TIMEOUT, withDeadline } from './start-deadline.ts'
import { NoAnswer } from './statement-counts.ts'
import { StatementQueue } from './statement-queue.ts'
import { currentTerms, type StatementTerms } from './statement-terms.ts'
import { ConnectionsBusy, withoutStatement } from './unavailable.ts'

/** Time after which a connection that is not ready is given up (milliseconds). */
const CONNECT_TIMEOUT = 5000
/** Pause between two attempts to connect: short, so that Purr is back as soon as the database is (milliseconds). */
const RECONNECT_PAUSE = 250
/** A connection is replaced after this time, so that servers behind a balancer share the load (milliseconds). */
const LIFETIME = 30 * 60_000
/** A connection that is idle for this long is closed, because another server may need it (milliseconds). */
const IDLE_TIMEOUT = 60_000
/** How long a close waits for statements (seconds). */
const CLOSE_TIMEOUT = 5
/** Most statements of one organization at a time. Most of them lock the same rows, so more would only wait there. */
const MOST_OF_ONE = 4

/**
 * What a database or a user can have otherwise: the form of times and bytes that the driver reads, numbers with all their digits,
 * that a statement which has waited for a row sees what was changed meanwhile, and the time limit. Not among the parameters of the
 * connection: PgBouncer refuses most of these.
 */
const SESSION = `SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET extra_float_digits = 3;
  SET default_transaction_isolation = 'read committed'; SET statement_timeout = ${STATEMENT_TIMEOUT}`

/** The types of arrays that statements bring (pg_type.oid): integer[], text[], bigint[] and uuid[]. */
const ARRAY_TYPES = [1007, 1009, 1016, 2951]

/** One connection to the database, which runs one statement or transaction at a time. */
interface Connection {
  readonly client: postgres.Sql
  readonly retiresAt: number
  usedAt: number
  isLost: boolean
}

/** The connections of a pool, for metrics. */
export interface Connections {
  /** Connections that are open or being opened. */
  readonly open: number
  /** Connections that no statement uses. */
  readonly idle: number
  /** Statements that wait for a connection, or for an earlier one of their organization. */
  readonly waiting: number
}

/** @param isGivenUp whether its answer is no longer waited for */
type Work<Answer> = (connection: Connection, startBy: number, isGivenUp: () => boolean) => Promise<Answer>

/**
 * Connections to one Postgres, in the form of the driver's client that Drizzle uses.
 *
 * - A statement is sent only on a connection that is ready and free, so none waits behind another's lock.
 * - A statement that gets no connection in time is never sent. One that was sent ends in the server in time. A connection
 *   that stays silent longer is closed.
 * - An organization has only a few of the connections at a time.
 * - If the server refuses a further connection, statements wait for those that work.
 */
export class ConnectionPool {
  /** Drizzle puts its parsers here. */
  readonly options = { parsers: {}, serializers: {} }
  readonly #url: string
  readonly #most: number
  readonly #idleTimeout: number
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #queue: StatementQueue<Connection>
  readonly #clock = new DatabaseClock()
  #opening = 0
  #isRefused = false
  #retry: Timer | undefined
  #lastRefusal: unknown
  #isClosed = false

  /**
   * @param most connections at a time
   * @param idleTimeout milliseconds after which a connection that is not needed is closed
   */
  constructor(url: string, most: number, idleTimeout = IDLE_TIMEOUT) {
    this.#url = url
    this.#idleTimeout = idleTimeout
    this.#most = most
    this.#queue = new StatementQueue(Math.max(1, Math.min(MOST_OF_ONE, Math.floor(most / 2))))
  }

  /** Runs a statement when it is awaited. */
  unsafe(text: string, values: readonly unknown[] = []) {
    const terms = currentTerms()
    const run = (shape: (query: postgres.PendingQuery<postgres.Row[]>) => PromiseLike<unknown>) =>
      this.#run(terms, async (connection, startBy) => {
        const send = () => {
          const sent = withDeadline(values, () => this.#clock.at(startBy))
          return shape(connection.client.unsafe(text, sent as never[], { prepare: true }))
        }
        try {
          return await send()
        } catch (error) {
          if (codeOf(error) !== BEGUN_TOO_LATE || performance.now() > startBy) throw error
          await this.#clock.read(connection.client) // there was time: one of the clocks was set
          return send()
        }
      })
    return {
      // biome-ignore lint/suspicious/noThenProperty: the driver's queries start when they are awaited
      then: <Kept, Failed>(kept?: (rows: unknown) => Kept, failed?: (error: unknown) => Failed) =>
        run((query) => query).then(kept, failed),
      values: () => run((query) => query.values()),
    }
  }

  /** Runs a transaction. It is rolled back if it ends after its caller has given it up. */
  begin<Answer>(work: (transaction: postgres.TransactionSql) => Promise<Answer>): Promise<Answer> {
    return this.#run(currentTerms(), async ({ client }, startBy, isGivenUp) => {
      const answerBy = startBy + STATEMENT_TIMEOUT
      return (await client.begin(async (transaction) => {
        const answer = await work(transaction)
        if (isGivenUp() || performance.now() > answerBy) throw new Error('the transaction took too long')
        return answer
      })) as Answer
    })
  }

  state(): Connections {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#queue.length }
  }

  /** Closes all connections when their statements have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await Promise.all([...this.#all].map(({ client }) => client.end({ timeout: CLOSE_TIMEOUT })))
  }

  async #run<Answer>(
    { owner, isUnlimited, within = ANSWER_TIMEOUT, givenUp }: StatementTerms,
    work: Work<Answer>,
  ): Promise<Answer> {
    const answerBy = performance.now() + within
    const startBy = answerBy - (within / ANSWER_TIMEOUT) * STATEMENT_TIMEOUT
    const connection = await this.#take(owner, startBy)
    const silence = Promise.withResolvers<never>()
    let isSilent = false
    const giveUp = () => {
      isSilent = true
      silence.reject(new NoAnswer(`no answer in ${within} ms`))
      this.#drop(connection)
    }
    const timer = isUnlimited ? undefined : setTimeout(giveUp, answerBy - performance.now())
    try {
      return await Promise.race([
        work(
          connection,
          isUnlimited ? Number.POSITIVE_INFINITY : startBy,
          () => isSilent || givenUp?.aborted === true,
        ),
        silence.promise,
      ])
    } catch (error) {
      if (isOfConnection(error)) this.#drop(connection)
      throw error
    } finally {
      clearTimeout(timer)
      this.#giveBack(connection, owner)
    }
  }

  /** A connection that is ready, as soon as it is this statement's turn. */
  #take(owner: string | undefined, startBy: number): Promise<Connection> | Connection {
    if (this.#isClosed) throw new Error('the database was closed')
    const isAdmitted = this.#queue.admit(owner)
    if (isAdmitted && this.#queue.next === 0) {
      const idle = this.#idle.pop()
      if (idle !== undefined) return idle
    }
    const timeout = startBy - performance.now()
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.remove(waiting)
        this.#goOn()
        reject(
          this.#lastRefusal ?? new ConnectionsBusy(`no connection was free in ${Math.round(timeout)} ms`),
        )
      }
      const timer = setTimeout(leave, timeout)
      const waiting = {
        owner,
        take(connection: Connection) {
          clearTimeout(timer)
          resolve(connection)
        },
      }
      this.#queue.add(waiting, isAdmitted)
      this.#goOn()
    })
  }

  #giveBack(connection: Connection, owner: string | undefined): void {
    this.#queue.release(owner)
    if (performance.now() > connection.retiresAt) this.#drop(connection)
    if (connection.isLost) this.#goOn()
    else if (this.#clock.isDue) void this.#readClock(connection)
    else this.#makeIdle(connection)
  }

  /** Reads the database's clock on a connection before the next statement has it. */
  async #readClock(connection: Connection): Promise<void> {
    this.#clock.reserve() // one connection reads it for all
    const timer = setTimeout(() => this.#drop(connection), CONNECT_TIMEOUT)
    try {
      await this.#clock.read(connection.client)
    } catch {
      this.#drop(connection) // the next statement finds out what is wrong
    } finally {
      clearTimeout(timer)
    }
    this.#makeIdle(connection)
  }

  #makeIdle(connection: Connection): void {
    connection.usedAt = performance.now()
    if (!connection.isLost) this.#idle.push(connection)
    this.#goOn()
    // The one used last is taken first, so those at the start are not needed.
    while (this.#idle.length > 0 && this.#idle[0]!.usedAt < performance.now() - this.#idleTimeout)
      this.#drop(this.#idle[0]!)
  }

  /** Gives free connections to waiting statements, and opens more if there are too few. */
  #goOn(): void {
    while (this.#idle.length > 0) {
      const next = this.#queue.shift()
      if (next === undefined) return
      next.take(this.#idle.pop()!)
    }
    while (this.#opening < this.#queue.next && this.#mayOpen()) void this.#open()
  }

  /** Whether another connection may be opened. After a refusal, only one is tried at a time, with pauses. */
  #mayOpen(): boolean {
    if (this.#isClosed || this.#retry !== undefined) return false
    return this.#all.size < this.#most && (!this.#isRefused || this.#opening === 0)
  }

  async #open(): Promise<void> {
    this.#opening++
    const connection: Connection = {
      client: postgres(this.#url, {
        max: 1,
        max_lifetime: null,
        connect_timeout: CONNECT_TIMEOUT / 1000,
        // The driver's own query for them ends the process if the connection is lost meanwhile: nobody awaits it.
        fetch_types: false,
        onnotice: () => {},
        onclose: () => this.#forget(connection),
      }),
      retiresAt: performance.now() + LIFETIME,
      usedAt: performance.now(),
      isLost: false,
    }
    const { client } = connection
    Object.assign(client.options.parsers, this.options.parsers)
    Object.assign(client.options.serializers, this.options.serializers)
    for (const type of ARRAY_TYPES) client.options.serializers[type] = arrayLiteral
    this.#all.add(connection)
    const timer = setTimeout(() => this.#drop(connection), CONNECT_TIMEOUT)
    try {
      await client.unsafe(SESSION)
      await this.#clock.read(client)
      this.#isRefused = false
      this.#lastRefusal = undefined
    } catch (cause) {
      this.#drop(connection)
      this.#isRefused = true
      this.#lastRefusal = cause
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        this.#goOn()
      }, RECONNECT_PAUSE)
    } finally {
      clearTimeout(timer)
      this.#opening--
    }
    this.#makeIdle(connection)
  }

  /** Closes a connection at once. Its statement fails. */
  #drop(connection: Connection): void {
    this.#forget(connection)
    void connection.client.end({ timeout: 0 })
  }

  #forget(connection: Connection): void {
    connection.isLost = true
    this.#all.delete(connection)
    const index = this.#idle.indexOf(connection)
    if (index >= 0) this.#idle.splice(index, 1)
  }
}

/** An array as Postgres reads it. */
function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** The driver's codes for a connection that has failed, and those of the operating system. */
const CONNECTION_FAILED = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT)/

function codeOf(error: unknown): string {
  return `${(error as { code?: unknown } | undefined)?.code}`
}

/** Whether an error means that the connection is of no more use. */
function isOfConnection(error: unknown): boolean {
  const cause = withoutStatement(error)
  if (cause instanceof postgres.PostgresError) return cause.severity === 'FATAL'
  return CONNECTION_FAILED.test(codeOf(cause))
}
