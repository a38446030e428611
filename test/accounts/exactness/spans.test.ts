import { expect, test } from 'bun:test'
import { fewestWithin, mostAtOnce, mostWithin } from './spans.ts'

const spans = (...pairs: [number, number][]) => pairs.map(([from, to]) => ({ from, to }))

test.each([
  ['nothing', spans(), 0],
  ['both ends belong to the window', spans([0, 1], [5, 10]), 2],
  ['a span that looks out of the window is not in it', spans([0, 1], [5, 11]), 1],
  ['the fullest window counts', spans([0, 1], [20, 21], [22, 23], [24, 30], [40, 41]), 3],
  ['the order of spans does not matter', spans([24, 30], [0, 1], [22, 23], [40, 41], [20, 21]), 3],
])('most within 10: %s', (_, given, most) => {
  expect(mostWithin(given, 10)).toBe(most)
})

test('fewest within 10: the emptiest window of the stretch counts', () => {
  const given = spans([1, 1], [2, 2], [3, 3], [12, 12], [13, 13], [30, 30])
  expect(fewestWithin(given, 10, { from: 0, to: 10 })).toBe(3)
  expect(fewestWithin(given, 10, { from: 0, to: 13 })).toBe(2)
  expect(fewestWithin(given, 10, { from: 0, to: 22 })).toBe(1)
  expect(fewestWithin(given, 10, { from: 14, to: 29 })).toBe(0)
})

test.each([
  ['nothing', spans(), 0],
  ['what ends as another begins does not overlap', spans([0, 5], [5, 8]), 1],
  ['three at one moment', spans([0, 5], [1, 9], [4, 6], [7, 8]), 3],
])('most at once: %s', (_, given, most) => {
  expect(mostAtOnce(given)).toBe(most)
})
