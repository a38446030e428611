import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { inOwnProcess } from '../support/own-process.ts'

const PROGRAM = join(import.meta.dir, 'fixtures/first-reading.ts')

/** How long the first text of a process takes to be read, the least of five times (microseconds). */
async function firstReading(start: 'cold' | 'warm'): Promise<number> {
  const times = []
  for (let round = 0; round < 5; round++) times.push((await inOwnProcess(PROGRAM, start)) as number)
  return Math.min(...times)
}

test('after the warm-up, the first text is read in half the time', async () => {
  expect((await firstReading('warm')) * 2).toBeLessThan(await firstReading('cold'))
})
