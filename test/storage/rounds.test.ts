import { expect, test } from 'bun:test'
import { Rounds } from '../../src/storage/rounds.ts'

test('rounds follow each other, one at a time, until they are ended', async () => {
  const third = Promise.withResolvers<void>()
  let [count, running, most] = [0, 0, 0]
  const rounds = new Rounds(async () => {
    most = Math.max(most, ++running)
    await Bun.sleep(5) // longer than the period
    running--
    if (++count === 3) third.resolve()
  }, 1)
  rounds.start()
  await third.promise
  await rounds.leave()
  expect([most, running]).toEqual([1, 0])
})

test('their end waits for the round that is running, and none begins after it', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [count, hasLeft] = [0, false]
  const rounds = new Rounds(() => {
    count++
    begun.resolve()
    return end.promise
  }, 1)
  rounds.start()
  await begun.promise
  const left = rounds.leave().then(() => {
    hasLeft = true
  })
  await Bun.sleep(20)
  expect([hasLeft, rounds.leaving.aborted]).toEqual([false, true])
  end.resolve()
  await left
  await Bun.sleep(20)
  expect(count).toBe(1)
})
