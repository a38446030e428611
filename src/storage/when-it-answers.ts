import type { Storage } from './database.ts'
import { firstLine, StorageUnavailable, withoutStatement } from './unavailable.ts'

/** How long to wait for a Postgres that does not answer yet, and the pauses between two attempts (milliseconds). */
const TIMES = { timeout: 60_000, pause: 1000 }

/**
 * Codes of errors that pass once Postgres has started: of the system and the driver, where nothing listens yet or the name is
 * not known yet; and of Postgres, which is still starting or recovering (57P03) or has no connection left (53300).
 */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  '57P03',
  '53300',
])

/**
 * Opens a database, and tries again while a Postgres is only starting: it may start after Purr.
 *
 * @param report gets a line about each attempt that failed
 * @throws StorageUnavailable after a minute, or at once for what does not pass by itself, such as a wrong password
 */
export async function whenItAnswers(
  open: () => Promise<Storage>,
  report: (line: string) => void,
  { timeout, pause } = TIMES,
): Promise<Storage> {
  const begun = performance.now()
  while (true) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || !isPassing(error)) throw error
      const left = timeout - (performance.now() - begun)
      if (left <= 0)
        throw new StorageUnavailable(
          `${error.message}; it did not answer for ${timeout / 1000} s: start it, or correct DATABASE_URL`,
          { cause: error },
        )
      report(
        `Postgres does not answer yet (${firstLine(withoutStatement(error.cause))}); waiting ${Math.ceil(left / 1000)} s more …`,
      )
      await Bun.sleep(Math.min(pause, left))
    }
  }
}

function isPassing({ cause }: StorageUnavailable): boolean {
  return PASSING.has(`${(withoutStatement(cause) as { code?: unknown } | undefined)?.code}`)
}
