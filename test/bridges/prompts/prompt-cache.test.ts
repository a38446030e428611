import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PromptCache } from '../../../src/bridges/prompts/prompt-cache.ts'
import { createLog } from '../../../src/telemetry/log.ts'

let folder: string
let logged: string[]
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'purr-prompt-cache-')), 'prompts')
  logged = []
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const log = () => createLog({ write: (line) => void logged.push(JSON.parse(line).msg) })
const opened = (maxBytes = 100) => PromptCache.open(folder, maxBytes, log())
const OWNER = crypto.randomUUID()
const idOf = (name: string) => `${OWNER}-${new Bun.CryptoHasher('sha256').update(name).digest('hex')}`

/** Gets files of ten bytes, and notes which of them had to be made. */
function listener(cache: PromptCache) {
  const made: string[] = []
  const get = async (name: string) => {
    const make = async () => {
      made.push(name)
      return Buffer.from(name.padEnd(10))
    }
    return Buffer.from(await cache.get(idOf(name), make)).toString()
  }
  return { made, get }
}

test('a file is made once and then kept', async () => {
  const { made, get } = listener(await opened())
  for (const name of ['a', 'b', 'a', 'a', 'b']) expect(await get(name)).toBe(name.padEnd(10))
  expect(made).toEqual(['a', 'b'])
})

test('many who ask at once get one file, which is made once', async () => {
  const cache = await opened()
  const ready = Promise.withResolvers<Uint8Array>()
  let made = 0
  const make = () => {
    made++
    return ready.promise
  }
  const all = Array.from({ length: 20 }, () => cache.get(idOf('a'), make))
  await Bun.sleep(20)
  const later = Array.from({ length: 20 }, () => cache.get(idOf('a'), make))
  ready.resolve(Buffer.from('the file'))
  for (const file of await Promise.all([...all, ...later]))
    expect(Buffer.from(file).toString()).toBe('the file')
  await cache.get(idOf('a'), make)
  expect(made).toBe(1)
})

test('who waits for one that cannot be made is told too, and the next one tries again', async () => {
  const cache = await opened()
  const fails = () => Promise.reject(new Error('no speech'))
  const answers = await Promise.allSettled([1, 2, 3].map(() => cache.get(idOf('a'), fails)))
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await readdir(folder)).toEqual([])
  expect(await listener(cache).get('a')).toBe('a         ')
})

test('what was used least recently goes when there is no room', async () => {
  const { made, get } = listener(await opened(30))
  for (const name of ['a', 'b', 'c', 'a', 'd']) await get(name)
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'c', 'd'].map(idOf).toSorted())
  for (const name of ['a', 'c', 'd', 'b']) await get(name)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('a file larger than the whole cache is given, not kept, and pushes nothing out', async () => {
  const cache = await opened(30)
  const { made, get } = listener(cache)
  await get('a')
  const large = Buffer.alloc(31)
  expect((await cache.get(idOf('large'), async () => large)).length).toBe(31)
  expect(await readdir(folder)).toEqual([idOf('a')])
  await get('a')
  expect(made).toEqual(['a'])
})

describe('after a restart', () => {
  test('files are there, and their order too', async () => {
    const before = listener(await opened())
    for (const name of ['a', 'b', 'c']) await before.get(name)
    const used = async (name: string, seconds: number) => utimes(join(folder, idOf(name)), seconds, seconds)
    await Promise.all([used('a', 1000), used('b', 2000), used('c', 3000)])
    await before.get('a')
    const after = listener(await opened(30))
    for (const name of ['d', 'a', 'c']) await after.get(name)
    expect(after.made).toEqual(['d'])
    expect(await readdir(folder)).not.toContain(idOf('b'))
  })

  test('a smaller cache forgets the oldest', async () => {
    const before = listener(await opened())
    for (const name of ['a', 'b', 'c']) {
      await before.get(name)
      const seconds = name.charCodeAt(0)
      await utimes(join(folder, idOf(name)), seconds, seconds)
    }
    await opened(20)
    expect((await readdir(folder)).toSorted()).toEqual(['b', 'c'].map(idOf).toSorted())
  })

  test('what a killed process was writing is never served, and is removed when it is old', async () => {
    await mkdir(folder)
    const [old, fresh] = [`${idOf('a')}.1.unfinished`, `${idOf('a')}.2.unfinished`]
    for (const name of [old, fresh]) await writeFile(join(folder, name), 'hal')
    const longAgo = Date.now() / 1000 - 3600
    await utimes(join(folder, old), longAgo, longAgo)
    const { made, get } = listener(await opened())
    expect(await get('a')).toBe('a         ')
    expect(made).toEqual(['a'])
    expect((await readdir(folder)).toSorted()).toEqual([idOf('a'), fresh].toSorted())
  })

  test('what somebody else has put there is left alone', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const { get } = listener(await opened(10))
    for (const name of ['a', 'b']) await get(name)
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  })
})

test('processes with one folder use the files of each other', async () => {
  const [one, other] = [listener(await opened()), listener(await opened())]
  await one.get('a')
  expect(await other.get('a')).toBe('a         ')
  expect(other.made).toEqual([])
})

test('a file that was removed is made again', async () => {
  const { made, get } = listener(await opened())
  await get('a')
  await rm(join(folder, idOf('a')))
  expect(await get('a')).toBe('a         ')
  expect(made).toEqual(['a', 'a'])
})

test('what cannot be kept is given all the same, and the log says so', async () => {
  const { made, get } = listener(await opened())
  await rm(folder, { recursive: true })
  expect(await get('a')).toBe('a         ')
  expect(await get('a')).toBe('a         ')
  expect(made).toEqual(['a', 'a'])
  expect(logged).toEqual(
    new Array(2).fill('the audio of a prompt cannot be written: it will be made and charged again'),
  )
})

test('only the user can read it, whatever it was before', async () => {
  await mkdir(folder)
  await writeFile(join(folder, idOf('old')), 'old')
  await chmod(join(folder, idOf('old')), 0o644)
  await chmod(folder, 0o755)
  const { get } = listener(await opened())
  await get('a')
  const modes = await Promise.all(['', idOf('old'), idOf('a')].map((name) => stat(join(folder, name))))
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600'])
})
