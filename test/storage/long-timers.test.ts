import { expect, test } from 'bun:test'
import { boundTimers } from '../../src/storage/long-timers.ts'

test.each([
  ['longer than a timer can be waits', 80 * 86_400_000, false],
  ['of a short time fires', 1, true],
])('a timer %s', async (_, time, fires) => {
  const usual = globalThis.setTimeout
  boundTimers()
  let fired: string | undefined
  const timer = setTimeout(
    (value: string) => {
      fired = value
    },
    time,
    'with its value',
  )
  globalThis.setTimeout = usual
  await Bun.sleep(50)
  clearTimeout(timer)
  expect(fired).toBe(fires ? 'with its value' : undefined)
})
