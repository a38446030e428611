import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import type { Speaker } from '../../src/engines/embedded/speaker.ts'
import type { Database } from '../../src/storage/database.ts'
import { voices } from '../../src/storage/schema.ts'
import type { Voice } from '../../src/voices/voices.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { formWith, postClone } from '../support/form.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

let folder: string
let server: Purr
beforeAll(async () => {
  folder = await newDataFolder()
  server = await startPurr({ DATA_DIR: folder })
})
afterAll(async () => {
  await server.stop()
  await server.remove()
})

/** Stops the server, does something with its database, and starts it again. */
async function restart(meanwhile: (db: Database) => Promise<void>): Promise<void> {
  expect(await server.stop()).toBe(0)
  const { db, close } = await openLeft(folder)
  await meanwhile(db)
  await close()
  server = await startPurr({ DATA_DIR: folder, PURR_API_KEY: server.key })
}

function clonesIn(db: Database) {
  return db.select().from(voices).where(isNotNull(voices.profile))
}

/** What a voice says, to be compared. */
async function spoken(id: string): Promise<string> {
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
  const request = { ...goodRequest, voice: { mode: 'id', id }, output_format }
  const answer = await post(`${server.url}/tts/bytes`, server.key, request)
  expect(answer.status).toBe(200)
  return new Bun.CryptoHasher('sha256').update(await answer.bytes()).digest('hex')
}

/** Waits until a voice has one sound; up to then it has another one, and never a third. */
async function untilSounds(id: string, wanted: string, before: string): Promise<void> {
  for (let sound = await spoken(id); sound !== wanted; sound = await spoken(id)) {
    expect(sound).toBe(before)
    await Bun.sleep(1000) // speaking takes time from the fitting
  }
}

test('with another model clones soon sound like their people again, also after a start that was cut short', async () => {
  const clip = await Bun.file(join(import.meta.dir, 'fixtures/speech.mp3')).bytes()
  const { id } = (await (await postClone(server, formWith({ clip }))).json()) as Voice
  const right = await spoken(id)

  // As a model would leave them for which the same person had another speaker; one was fitted to this model, badly.
  const [second, third, fitted] = Array.from({ length: 3 }, () => crypto.randomUUID())
  await restart(async (db) => {
    const [clone] = await clonesIn(db)
    const { model } = clone!
    const speaker = { ...(clone!.speaker as Speaker), logF0: 5.5, warp: 1.2 }
    await db.update(voices).set({ speaker, model: 'older' }).where(eq(voices.id, id))
    const other = { ...clone!, speaker, createdAt: new Date() }
    await db.insert(voices).values([
      { ...other, id: second!, model: 'older' },
      { ...other, id: third!, model: null },
      { ...other, id: fitted!, model },
    ])
  })
  const wrong = await spoken(fitted!)
  expect(wrong).not.toBe(right)
  await untilSounds(id, right, wrong)

  // The next is being fitted.
  await restart(async (db) => {
    expect((await clonesIn(db)).map(({ refitter }) => refitter)).toEqual([null, null, null, null])
  })
  for (const each of [id, second!, third!]) await untilSounds(each, right, wrong)
  expect(await spoken(fitted!)).toBe(wrong)
}, 600_000) // fitting steps back behind all that the machine has to do
