import type postgres from 'postgres'

/** The clock is read again after this time (milliseconds). */
const PERIOD = 10_000
/** A reading that took longer is too inexact (milliseconds). */
const LONGEST_READING = 250

/** A database's clock, as far as it is known from readings. */
export class DatabaseClock {
  /** A lower bound of the database's clock minus this process's monotonic clock (milliseconds). */
  #offset = Number.NEGATIVE_INFINITY
  #readAt = Number.NEGATIVE_INFINITY

  /** Whether it is to be read again. */
  get isDue(): boolean {
    return performance.now() - this.#readAt >= PERIOD
  }

  /** What the clock shows at a moment of `performance.now` (seconds since 1970), or a little less. */
  at(moment: number): number {
    return (moment + this.#offset) / 1000
  }

  /** Somebody is going to read it: for all others it is not due. */
  reserve(): void {
    this.#readAt = performance.now()
  }

  /**
   * Reads it, so that deadlines can be expressed on it. The time of the answer's way back is taken for the whole way, so that a
   * deadline is early by that time rather than late.
   */
  async read(client: postgres.Sql): Promise<void> {
    const from = performance.now()
    const [row] = await client<
      { time: number }[]
    >`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time`
    const now = performance.now()
    if (now - from > LONGEST_READING && Number.isFinite(this.#offset)) {
      this.#readAt = Number.NEGATIVE_INFINITY
      return
    }
    this.#offset = row!.time - now
    this.#readAt = now
  }
}
