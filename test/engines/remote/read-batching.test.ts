import { expect, test } from 'bun:test'
import { ReadBatching } from '../../../src/engines/remote/read-batching.ts'

/** Whether the next piece is to be read at once. */
function isAtOnce(next: Promise<void>): Promise<boolean> {
  return Promise.race([next.then(() => true), Bun.sleep(0).then(() => false)])
}

test('short pieces are read at once while the listener has little to hear, and gather afterwards', async () => {
  const batching = new ReadBatching()
  for (let piece = 0; piece < 5; piece++) expect(await isAtOnce(batching.afterPiece(0.08))).toBe(true)
  expect(await isAtOnce(batching.afterPiece(2))).toBe(true)
  expect(await isAtOnce(batching.afterPiece(0.08))).toBe(false)
})

test('what comes in long pieces is read as it comes', async () => {
  const batching = new ReadBatching()
  for (let piece = 0; piece < 5; piece++) expect(await isAtOnce(batching.afterPiece(1))).toBe(true)
})

test('what the listener has heard meanwhile is not waited for again', async () => {
  const batching = new ReadBatching()
  expect(await isAtOnce(batching.afterPiece(0.5))).toBe(true)
  await Bun.sleep(100)
  expect(await isAtOnce(batching.afterPiece(0.01))).toBe(true)
})
