import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import pino from 'pino'
import { deregister } from '../../src/accounts/heartbeat.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type Database, openPostgres, type Storage } from '../../src/storage/database.ts'
import { processes, voices } from '../../src/storage/schema.ts'
import type { Log } from '../../src/telemetry/log.ts'
import { deleteClone } from '../../src/voices/clones.ts'
import { claimOutdated } from '../../src/voices/outdated-clones.ts'
import { Refitting } from '../../src/voices/refitting.ts'
import { findVoice, syncSharedVoices } from '../../src/voices/voices.ts'
import { ControlledFitter, fittedTo, profileOf, UNFIT } from '../support/controlled-fitter.ts'
import { createTemporaryPostgres, databases } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { MODELS } from '../support/models.ts'

const PRESENT = 'the present model'
const OLDER = 'an older model'
/** What an older model took for a speaker. */
const MISFIT = { ...catalogue()[0]!.speaker, logF0: 0 }

/** A server as far as it fits clones. */
interface Server {
  readonly id: string
  readonly fitter: ControlledFitter
  readonly refitting: Refitting
  /** What it has logged. */
  readonly lines: readonly { level: string; msg: string; [field: string]: unknown }[]
}

/** A server that lives until it is said to have ended. */
async function server(db: Database, model = PRESENT, fitter = new ControlledFitter(model)): Promise<Server> {
  const id = crypto.randomUUID()
  await db.insert(processes).values({ id, until: new Date('9999-12-31') })
  const lines: Server['lines'][number][] = []
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) }
  const log: Log = pino({ formatters: { level: (level) => ({ level }) } }, destination)
  return { id, fitter, lines, refitting: new Refitting(db, id, model, fitter.fit, log, 1) }
}

/** Puts a clone into a database as a server with a model has left it; it is told from others by its pitch. */
async function keep(db: Database, organizationId: string, f0: number, model: string | null): Promise<string> {
  const id = crypto.randomUUID()
  const said = { id, organizationId, name: `Ann ${f0}`, description: '', language: 'en' }
  await db.insert(voices).values({ ...said, profile: profileOf(f0), speaker: MISFIT, model })
  return id
}

/** A clone in the database. */
interface CloneState {
  /** What it was fitted to. */
  readonly model: string | null
  /** Whether it has its fitted speaker, the one that it was put there with, or another's. */
  readonly sounds: 'right' | 'old' | 'wrong'
  readonly isClaimed: boolean
}

/** The clones of a database by their pitch. */
async function clones(db: Database): Promise<Record<number, CloneState>> {
  const rows = await db.select().from(voices).where(isNotNull(voices.profile))
  const entries = rows.map(({ profile, speaker, model, refitter }) => {
    const wanted = fittedTo(profile as ReturnType<typeof profileOf>)
    const sounds = Bun.deepEquals(speaker, wanted)
      ? 'right'
      : Bun.deepEquals(speaker, MISFIT)
        ? 'old'
        : 'wrong'
    return [(profile as { f0: number }).f0, { model, sounds, isClaimed: refitter !== null }] as const
  })
  return Object.fromEntries(entries)
}

const REFITTED: CloneState = { model: PRESENT, sounds: 'right', isClaimed: false }
const LEFT: CloneState = { model: OLDER, sounds: 'old', isClaimed: false }

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  let organizationId: string
  beforeAll(async () => {
    storage = await open()
    db = storage.db
    await syncSharedVoices({ db, models: MODELS })
  })
  afterAll(() => storage.close())
  beforeEach(async () => {
    await db.delete(voices).where(isNotNull(voices.profile))
    await db.delete(processes)
    organizationId = (await createMember(db, 0)).organizationId
  })

  const older = (...pitches: number[]) =>
    Promise.all(pitches.map((f0) => keep(db, organizationId, f0, OLDER)))

  test('clones of another model, or of one that is not known, get new speakers; others are left alone', async () => {
    await older(100, 101)
    await keep(db, organizationId, 102, null)
    await keep(db, organizationId, 103, PRESENT)
    const shared = await db.select().from(voices).where(eq(voices.id, catalogue()[0]!.id))
    const { refitting, fitter, lines } = await server(db)
    await refitting.run()
    expect(fitter.given.toSorted()).toEqual([100, 101, 102])
    expect(await clones(db)).toEqual({
      100: REFITTED,
      101: REFITTED,
      102: REFITTED,
      103: { model: PRESENT, sounds: 'old', isClaimed: false },
    })
    expect(await db.select().from(voices).where(eq(voices.id, catalogue()[0]!.id))).toEqual(shared)
    expect(lines).toMatchObject([
      { level: 'info', voices: 3 },
      { level: 'info', fitted: 3, failed: 0 },
    ])
  })

  test('with nothing to do nothing is logged', async () => {
    await keep(db, organizationId, 100, PRESENT)
    const { refitting, fitter, lines } = await server(db)
    await refitting.run()
    expect(fitter.given).toEqual([])
    expect(lines).toEqual([])
  })

  test('until a clone is fitted it has its old speaker, and then the new one at once', async () => {
    const [id] = await older(100)
    const { refitting, fitter } = await server(db)
    fitter.shut()
    const ended = refitting.run()
    await fitter.begun(1)
    expect((await findVoice({ db, models: MODELS }, organizationId, id!))!.speaker).toEqual(MISFIT)
    fitter.open()
    await ended
    expect((await findVoice({ db, models: MODELS }, organizationId, id!))!.speaker).toEqual(
      fittedTo(profileOf(100)),
    )
  })

  test('a clone that is deleted while it is fitted, or before, stays deleted', async () => {
    const ids = await older(100, 101, 102)
    const { refitting, fitter } = await server(db)
    fitter.shut()
    const ended = refitting.run()
    await fitter.begun(1)
    await Promise.all(ids.slice(0, 2).map((id) => deleteClone(db, organizationId, id)))
    fitter.open()
    await ended
    expect(await clones(db)).toEqual({ 102: REFITTED })
  })

  test('one that cannot be fitted keeps its speaker and is tried and told of once; the others go on', async () => {
    const [, unfit] = await older(100, UNFIT, 101)
    const { refitting, fitter, lines } = await server(db)
    await refitting.run()
    expect(await clones(db)).toEqual({ 100: REFITTED, [UNFIT]: LEFT, 101: REFITTED })
    expect(fitter.given.filter((f0) => f0 === UNFIT).length).toBe(1)
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ voice: unfit }])
    expect(lines.at(-1)).toMatchObject({ fitted: 2, failed: 1 })
  })

  test('progress is logged now and then', async () => {
    await older(...Array.from({ length: 45 }, (_, index) => 100 + index))
    const { refitting, lines } = await server(db)
    await refitting.run()
    expect(lines.map(({ voices, fitted }) => voices ?? fitted)).toEqual([45, 20, 40, 45])
  })

  test('when it is stopped nothing is lost: another start fits what is left', async () => {
    await older(100, 101, 102)
    const first = await server(db)
    first.fitter.shut()
    const ended = first.refitting.run()
    await first.fitter.begun(1)
    first.refitting.leave()
    await ended
    expect(await clones(db)).toEqual({ 100: LEFT, 101: LEFT, 102: LEFT })
    expect(first.lines).toMatchObject([{ level: 'info', voices: 3 }])
    const second = await server(db)
    await second.refitting.run()
    expect(await clones(db)).toEqual({ 100: REFITTED, 101: REFITTED, 102: REFITTED })
  })

  test('what a server had that died is fitted by another', async () => {
    const [held] = await older(100, 101)
    const [dead, other] = [await server(db), await server(db)]
    await claimOutdated(db, held!, PRESENT, dead.id)
    const ended = other.refitting.run()
    await other.fitter.begun(1)
    expect(other.fitter.given).toEqual([101])
    await deregister(db, dead.id)
    await ended
    expect(await clones(db)).toEqual({ 100: REFITTED, 101: REFITTED })
  })

  test('two servers do each clone once', async () => {
    const pitches = Array.from({ length: 9 }, (_, index) => 100 + index)
    await older(...pitches)
    await expectShared([await server(db), await server(db)], pitches)
    expect(await clones(db)).toEqual(Object.fromEntries(pitches.map((f0) => [f0, REFITTED])))
  })

  test('two servers with two models do not undo their work for ever', async () => {
    const pitches = [100, 101, 102, 103]
    await older(...pitches)
    const servers = [await server(db, PRESENT), await server(db, 'a third model')]
    await Promise.all(servers.map(({ refitting }) => refitting.run()))
    for (const { fitter } of servers) expect(new Set(fitter.given).size).toBe(fitter.given.length)
    for (const clone of Object.values(await clones(db))) expect(clone.sounds).toBe('right')
  })

  test('a database that is away for a while is waited for', async () => {
    await older(100, 101)
    const fitter = new ControlledFitter(PRESENT)
    let failures = 0
    // It goes when the first is fitted and not kept yet.
    const failing = new Proxy(db, {
      get(target, name) {
        if (name === 'update' && fitter.given.length === 1 && failures++ === 0)
          return () => {
            throw new Error('connection refused')
          }
        return Reflect.get(target, name)
      },
    })
    const { refitting, lines } = await server(failing, PRESENT, fitter)
    await refitting.run()
    expect(failures).toBeGreaterThan(0)
    expect(lines.filter(({ level }) => level === 'warn').length).toBe(1)
    expect(await clones(db)).toEqual({ 100: REFITTED, 101: REFITTED })
    expect(lines.at(-1)).toMatchObject({ fitted: 2, failed: 0 })
  })

  test('files of the model that have changed under a server are left to its next start', async () => {
    await older(100, 101)
    const fitter = new ControlledFitter('a newer model')
    const { refitting, lines } = await server(db, PRESENT, fitter)
    await refitting.run()
    expect(fitter.given.length).toBe(1)
    expect(await clones(db)).toEqual({ 100: LEFT, 101: LEFT })
    expect(lines.filter(({ level }) => level === 'warn').length).toBe(1)
  })
})

/** Lets servers fit at the same time; expects each to do some, and together each clone once. */
async function expectShared(servers: readonly Server[], pitches: readonly number[]): Promise<void> {
  for (const { fitter } of servers) fitter.shut()
  const ended = Promise.all(servers.map(({ refitting }) => refitting.run()))
  await Promise.all(servers.map(({ fitter }) => fitter.begun(1)))
  for (const { fitter } of servers) fitter.open()
  await ended
  expect(servers.flatMap(({ fitter }) => fitter.given).toSorted()).toEqual([...pitches])
}

const POSTGRES = process.env.TEST_DATABASE_URL

test.skipIf(POSTGRES === undefined)('servers on one Postgres share the clones', async () => {
  const database = await createTemporaryPostgres(POSTGRES!)
  const pools = await Promise.all([1, 2, 3].map(() => openPostgres(database.url)))
  const { db } = pools[0]!
  try {
    const { organizationId } = await createMember(db, 0)
    const pitches = Array.from({ length: 60 }, (_, index) => 100 + index)
    for (const f0 of pitches) await keep(db, organizationId, f0, OLDER)
    await expectShared(await Promise.all(pools.map((pool) => server(pool.db))), pitches)
    expect(await clones(db)).toEqual(Object.fromEntries(pitches.map((f0) => [f0, REFITTED])))
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    await database.drop()
  }
})
