/** Seconds for which a request counts (spec 8). */
export const RATE_WINDOW = 60
/**
 * Requests within this many seconds share a bucket. A bucket counts until its last request is 60 s old. So there are never more
 * than the limit in any 60 s, and at most 0.8 % fewer, in a row of at most 121 buckets.
 */
export const RATE_BUCKET = 0.5

/** The buckets of an organization's window. */
export interface RequestWindow {
  /** Time of each bucket's last request (seconds since 1970), ascending. */
  readonly ends: readonly number[]
  readonly counts: readonly number[]
}

/** The request rate of an organization, as it is reported to clients. */
export interface Rate {
  /** Requests that may start in any 60 s. */
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until one more may start, at most 60,000; 0 when one may now. */
  readonly wait: number
}

/**
 * The request rate of an organization at a moment, from its window.
 *
 * @param limit requests that may start in any 60 s
 * @param now seconds since 1970, on the clock of the window
 */
export function rateOf({ ends, counts }: RequestWindow, limit: number, now: number): Rate {
  let remaining = limit
  for (const [index, end] of ends.entries()) if (end > now - RATE_WINDOW) remaining -= counts[index]!
  let wait = 0
  let free = remaining
  for (const [index, end] of ends.entries()) {
    if (free > 0) break
    if (end <= now - RATE_WINDOW) continue
    free += counts[index]!
    wait = end + RATE_WINDOW - now
  }
  if (free <= 0) wait = RATE_WINDOW // a limit of 0, or one that was lowered
  return { limit, remaining: Math.max(0, remaining), wait: Math.ceil(Math.min(RATE_WINDOW, wait) * 1000) }
}
