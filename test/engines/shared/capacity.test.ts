import { expect, test } from 'bun:test'
import { Capacity } from '../../../src/engines/shared/capacity.ts'

test('as many places as the limit are given, each freed once', () => {
  const capacity = new Capacity(2)
  const [first, second] = [capacity.take()!, capacity.take()!]
  expect(capacity.take()).toBeUndefined()
  first()
  first()
  expect(capacity.taken).toBe(1)
  expect(capacity.take()).toBeDefined()
  second()
  expect(capacity.taken).toBe(1)
  expect(capacity.refused).toBe(1)
})

test('a turn that had a place gets one again, even beyond the limit', () => {
  const capacity = new Capacity(1)
  const [first, again] = [capacity.take()!, capacity.retake()]
  expect(capacity.taken).toBe(2)
  first()
  expect(capacity.take()).toBeUndefined()
  again()
  expect(capacity.take()).toBeDefined()
})

test('without a limit everybody gets one', () => {
  const capacity = new Capacity(Number.POSITIVE_INFINITY)
  for (let turn = 0; turn < 1000; turn++) expect(capacity.take()).toBeDefined()
})
