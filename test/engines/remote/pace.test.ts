import { expect, test } from 'bun:test'
import { Pace } from '../../../src/engines/remote/pace.ts'

/** Whether the next piece is worth taking at once. */
function isAtOnce(taken: Promise<void>): Promise<boolean> {
  return Promise.race([taken.then(() => true), Bun.sleep(0).then(() => false)])
}

test('short pieces are taken at once while the listener has little to hear, and gather afterwards', async () => {
  const pace = new Pace()
  for (let piece = 0; piece < 5; piece++) expect(await isAtOnce(pace.taken(0.08))).toBe(true)
  expect(await isAtOnce(pace.taken(2))).toBe(true)
  expect(await isAtOnce(pace.taken(0.08))).toBe(false)
})

test('what comes in long pieces is taken as it comes', async () => {
  const pace = new Pace()
  for (let piece = 0; piece < 5; piece++) expect(await isAtOnce(pace.taken(1))).toBe(true)
})
