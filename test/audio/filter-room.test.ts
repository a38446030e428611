import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { inOwnProcess } from '../support/own-process.ts'

// In a process of its own: filters are never freed.
test('the audio core has room for the filters of 12 rates, even the largest, and refuses another', async () => {
  const outcomes = await inOwnProcess(join(import.meta.dir, 'fixtures/filter-room.ts'))
  expect(outcomes).toEqual([
    ...Array(12).fill(true),
    'RangeError: Samples come at more than 12 different rates: use fewer.',
  ])
})
