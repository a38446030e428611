import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStorage } from '../../src/storage/open.ts'
import { StorageUnavailable } from '../../src/storage/unavailable.ts'
import { whenItAnswers } from '../../src/storage/when-it-answers.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'
import { startPurr } from '../support/process.ts'

const programs = postgresPrograms()
if (programs === undefined) console.warn('No Postgres starts later: none is installed.')

describe.skipIf(programs === undefined)('with a Postgres', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres(programs!)
  })
  afterAll(() => postgres?.remove())

  test('that starts later, a server says that it waits, and then starts', async () => {
    await postgres.crash()
    let started: Promise<void> | undefined
    const said = (output: string) => {
      if (output.includes('Postgres does not answer yet')) started ??= postgres.start()
    }
    const purr = await startPurr({ DATABASE_URL: postgres.url }, [], { said })
    await started
    expect(purr.greeting).toMatch(
      /^Postgres does not answer yet \(connect ECONNREFUSED \S+\); waiting \d+ s more …$/m,
    )
    expect(await purr.stop()).toBe(0)
    await purr.remove()
  })

  test('that never starts, it gives up and says what to do', async () => {
    await postgres.crash()
    const open = () => openStorage({ databaseUrl: postgres.url, dataDir: '' })
    const opened = whenItAnswers(open, () => {}, { timeout: 200, pause: 50 })
    await expect(opened).rejects.toThrow(StorageUnavailable)
    await expect(opened).rejects.toThrow(
      /ECONNREFUSED.*did not answer for 0.2 s: start it, or correct DATABASE_URL/,
    )
    await postgres.start()
  })

  test.each([
    ['database', (url: string) => url.replace(/postgres$/, 'none'), /database "none" does not exist/],
    ['user', (url: string) => url.replace('postgres@', 'nobody@'), /role "nobody" does not exist/],
    [
      'TLS',
      (url: string) => `${url}?sslmode=require`,
      /the server does not accept TLS, which the URL requires: set TLS up/,
    ],
  ])('that has no such %s, it ends at once', async (_, wrong, message) => {
    const starting = startPurr({ DATABASE_URL: wrong(postgres.url) })
    await expect(starting).rejects.toThrow(message)
    await expect(starting).rejects.toThrow(/^Purr did not start \(exit code 1\): (?!.*does not answer yet)/s)
  })
})
