import postgres from 'postgres'

/** Programs that have connections of a Postgres. */
export interface Crowd {
  /** How many they have. */
  readonly size: number
  /** They give their connections back. */
  leave(): Promise<void>
}

/**
 * Takes every connection of a Postgres that is free. If others' connections are ended before, it also takes those,
 * and goes on trying for any that it did not get.
 *
 * @param most connections that it serves at a time
 */
export async function crowd(url: string, most: number, isOthersToo: boolean): Promise<Crowd> {
  const taken: postgres.Sql[] = []
  let hasLeft = false
  const take = async () => {
    while (!hasLeft) {
      const connection = postgres(url, { max: 1, onnotice: () => {} })
      try {
        await connection`SELECT 1`
        taken.push(connection)
      } catch {
        await connection.end({ timeout: 0 })
        if (!isOthersToo) return
        await Bun.sleep(10)
      }
    }
  }
  if (isOthersToo) {
    const first = postgres(url, { max: 1 })
    await first`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`
    taken.push(first)
  }
  const takers = Array.from({ length: most }, take)
  if (!isOthersToo) await Promise.all(takers)
  return {
    get size() {
      return taken.length
    },
    async leave() {
      hasLeft = true
      await Promise.all(takers)
      await Promise.all(taken.map((connection) => connection.end({ timeout: 0 })))
    },
  }
}
