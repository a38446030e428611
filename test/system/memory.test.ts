import { expect, test } from 'bun:test'
import { release } from '../../src/system/memory.ts'

test('bytes that have a buffer to themselves are empty once they are released, also the second time', () => {
  const bytes = new Uint8Array(1000)
  release(bytes)
  release(bytes)
  expect(bytes.length).toBe(0)
})

test('bytes that share a buffer stay, and so do those beside them', () => {
  const all = new Uint8Array([1, 2, 3, 4])
  release(all.subarray(0, 2))
  expect([...all]).toEqual([1, 2, 3, 4])
})
