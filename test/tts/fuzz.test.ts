import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { books } from '../support/books.ts'
import { boundlessKey, newDataFolder, openLeft } from '../support/data-folder.ts'
import { RETURNS_MEMORY } from '../support/environment.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { seeded } from '../support/random.ts'
import { postBody } from './fuzz/http-session.ts'
import { SocketSession } from './fuzz/socket-session.ts'

/** `bun run fuzz` sets more. */
const FRAMES = Number(process.env.FUZZ_FRAMES ?? 2400)
const BODIES = Number(process.env.FUZZ_BODIES ?? 500)
/** Frames that one connection sends. */
const SESSION = 200
const SIDE_BY_SIDE = 4
/** What the memory of a server may differ by from one time to another (MiB). */
const MEMORY_MARGIN = 32

let folder: string
let socket: string
let server: Purr
beforeAll(async () => {
  folder = await newDataFolder()
  socket = join(folder, 'memory')
  const [probe, noBudgets] = ['memory-probe.ts', 'no-budgets.ts'].map((file) =>
    join(import.meta.dir, 'fuzz', file),
  )
  const env = {
    ...RETURNS_MEMORY,
    DATA_DIR: folder,
    PURR_API_KEY: await boundlessKey(folder),
    MEMORY_SOCKET: socket,
    WORKERS: '',
  }
  server = await startPurr(env, ['--preload', probe!, '--preload', noBudgets!])
})
afterAll(() => server.remove())

/** What the server needs when nothing is going on, in MiB. */
async function memory(): Promise<number> {
  return (await (await fetch('http://server/', { unix: socket })).json()) as number
}

/** Does something with each number of a range, some at once. */
async function each(from: number, to: number, what: (index: number) => Promise<void>): Promise<void> {
  let next = from
  const worker = async () => {
    while (next < to) await what(next++)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
}

async function connection(index: number): Promise<void> {
  const random = seeded(index)
  const session = await SocketSession.open(server.url, server.key, random)
  try {
    await session.sendFrames(SESSION)
    if (random() < 0.9) await session.finish()
  } finally {
    session.close()
  }
}

/** A part of all frames and bodies, from 0 to 1. */
async function sendAll(from: number, to: number): Promise<void> {
  const connections = FRAMES / SESSION
  await each(connections * from, connections * to, connection)
  await each(BODIES * from, BODIES * to, (index) => postBody(server.url, server.key, seeded(-1 - index)))
}

test('whatever is sent, every turn ends once, the server goes on, and it needs no more memory than before', async () => {
  await sendAll(0, 0.5)
  const before = await memory()
  await sendAll(0.5, 1)
  let after = await memory()
  for (let tries = 0; tries < 10 && after > before + MEMORY_MARGIN; tries++) after = await memory()
  expect(after).toBeLessThan(before + MEMORY_MARGIN)
}, 3_600_000)

test('and then it stops in order, and nobody has paid too much or too little', async () => {
  expect(await server.stop()).toBe(0)
  const { db, close } = await openLeft(folder)
  const { balance, due, open, confirmed } = await books(db)
  await close()
  expect(open).toBe(0)
  expect(balance).toBe(due)
  expect(confirmed).toBeGreaterThan(0)
})
