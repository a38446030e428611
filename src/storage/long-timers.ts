/** The longest time that a timer can have (milliseconds): 24 days. */
const LONGEST = 2 ** 31 - 1

/**
 * Has timers of this thread that are too long fire after the longest time. Without this they fire at once. Postgres sets its
 * timers by the clock, and sets one again that fires early: when the clock was set back by a month, a thousand times a second.
 */
export function boundTimers(): void {
  const { setTimeout: set } = globalThis
  const bounded = (work: (...values: unknown[]) => void, time = 0, ...values: unknown[]) =>
    set(work, Math.min(time, LONGEST), ...values)
  globalThis.setTimeout = bounded as typeof setTimeout
}
