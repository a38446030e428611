import { expect, test } from 'bun:test'
import { KeyedSemaphore } from '../../src/accounts/keyed-semaphore.ts'

/** Pieces of work that go on until they are told how they end. */
class Works {
  readonly begun: string[] = []
  readonly #ends = new Map<string, PromiseWithResolvers<string>>()

  begin = (name: string) => () => {
    this.begun.push(name)
    const end = Promise.withResolvers<string>()
    this.#ends.set(name, end)
    return end.promise
  }

  async end(name: string, cause?: Error): Promise<void> {
    const { resolve, reject } = this.#ends.get(name)!
    if (cause === undefined) resolve(name)
    else reject(cause)
    await Bun.sleep(0)
  }
}

test('each has a few pieces done at a time, in order, and holds nobody else up', async () => {
  const works = new Works()
  const few = new KeyedSemaphore(2)
  const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => few.run('a', works.begin(name)))
  const other = few.run('b', works.begin('b1'))
  expect(works.begun).toEqual(['a1', 'a2', 'b1'])
  await works.end('a2')
  expect(works.begun.slice(3)).toEqual(['a3'])
  await works.end('a1')
  await works.end('a3')
  expect(works.begun.slice(4)).toEqual(['a4', 'a5'])
  await works.end('a4')
  await works.end('a5')
  await works.end('b1')
  expect(await Promise.all(crowd)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
  expect(await other).toBe('b1')
})

test('where one fails, those that wait fail with it, those that have begun go on, and so does what comes later', async () => {
  const works = new Works()
  const few = new KeyedSemaphore(2)
  const crowd = ['1', '2', '3', '4'].map((name) => few.run('a', works.begin(name)))
  const told = Promise.allSettled(crowd)
  await works.end('1', new Error('no database'))
  expect(works.begun).toEqual(['1', '2'])
  const later = few.run('a', works.begin('5'))
  expect(works.begun).toEqual(['1', '2', '5'])
  await works.end('2')
  await works.end('5')
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
  expect(await later).toBe('5')
})

test('where each is for itself, those that wait for one that fails are begun in their turn', async () => {
  const works = new Works()
  const few = new KeyedSemaphore(1)
  const crowd = ['1', '2'].map((name) => few.runIndependently('a', works.begin(name)))
  const told = Promise.allSettled(crowd)
  await works.end('1', new Error('no such voice'))
  expect(works.begun).toEqual(['1', '2'])
  await works.end('2')
  expect(await told).toEqual([
    { status: 'rejected', reason: new Error('no such voice') },
    { status: 'fulfilled', value: '2' },
  ])
})
