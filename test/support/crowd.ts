import postgres from 'postgres'

/** Programs that have connections of a Postgres. */
export interface Crowd {
  /** How many they have. */
  readonly size: number
  /** They give their connections back. */
  leave(): Promise<void>
}

const NAME = 'crowd'

/**
 * Takes every connection of a Postgres that is free.
 *
 * @param most connections that it serves at a time, of which one must be free
 * @param isOthersToo whether others' connections are ended until all are taken
 */
export async function crowd(url: string, most: number, isOthersToo: boolean): Promise<Crowd> {
  const taken: postgres.Sql[] = []
  const take = async () => {
    const connection = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: NAME },
    })
    try {
      await connection`SELECT 1`
      taken.push(connection)
      return true
    } catch {
      await connection.end({ timeout: 0 })
      return false
    }
  }
  while (await take()) if (taken.length === most) break
  while (isOthersToo && taken.length < most) {
    const [ended] = await taken[0]!<{ count: number }[]>`
      SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_stat_activity
      WHERE application_name <> ${NAME} AND backend_type = 'client backend'`
    await Promise.all(Array.from({ length: ended!.count }, take))
  }
  return {
    size: taken.length,
    async leave() {
      await Promise.all(taken.map((connection) => connection.end({ timeout: 0 })))
    },
  }
}
