import { describe, expect, test } from 'bun:test'
import { AsyncQueue } from '../../../src/engines/shared/async-queue.ts'

test('items come in order, and then the end; none comes after it', async () => {
  const queue = new AsyncQueue<string>()
  const first = queue.next()
  for (const item of ['a', 'b', 'c']) queue.push(item)
  queue.end()
  queue.push('late')
  expect(await first).toEqual({ done: false, value: 'a' })
  expect(await Array.fromAsync(queue)).toEqual(['b', 'c'])
})

test('what waits weighs as much as was not taken', async () => {
  const queue = new AsyncQueue<string>(({ length }) => length)
  queue.push('four')
  queue.push('seventh')
  expect([queue.length, queue.weight]).toEqual([2, 11])
  await queue.next()
  expect([queue.length, queue.weight]).toEqual([1, 7])
})

describe('a queue that is closed', () => {
  test('drops what waits', async () => {
    const queue = new AsyncQueue<string>()
    queue.push('a')
    queue.close()
    expect([queue.length, queue.weight]).toEqual([0, 0])
    expect(await queue.next()).toEqual({ done: true, value: undefined })
  })

  test('keeps neither its reader waiting nor its writer', async () => {
    const empty = new AsyncQueue<string>()
    const coming = empty.next()
    empty.close()
    expect((await coming).done).toBe(true)
    const full = new AsyncQueue<string>()
    full.push('a')
    const room = full.waitForCapacity(0)
    full.close()
    await room
  })
})

test('a writer waits until no more than so many items wait, or one was taken', async () => {
  const queue = new AsyncQueue<string>()
  queue.push('a')
  await queue.waitForCapacity(1)
  queue.push('b')
  let isWaiting = true
  const room = queue.waitForCapacity(1).then(() => {
    isWaiting = false
  })
  await Bun.sleep(0)
  expect(isWaiting).toBe(true)
  await queue.next()
  await room
})
