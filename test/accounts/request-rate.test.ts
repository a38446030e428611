import { expect, test } from 'bun:test'
import { rateOf } from '../../src/accounts/request-rate.ts'

test.each([
  ['nothing started', [], [], 3, 1000, { remaining: 3, wait: 0 }],
  ['some left', [990, 995], [1, 1], 3, 1000, { remaining: 1, wait: 0 }],
  ['none left: the oldest bucket must pass', [950, 995], [1, 2], 3, 1000, { remaining: 0, wait: 10_000 }],
  ['a bucket that has passed does not count', [939, 995], [3, 1], 3, 1000, { remaining: 2, wait: 0 }],
  ['a bucket ends with its last request', [940.25, 995], [2, 1], 3, 1000, { remaining: 0, wait: 250 }],
  ['all started just now', [1000], [3], 3, 1000, { remaining: 0, wait: 60_000 }],
  [
    'a limit that was lowered: more than one bucket must pass',
    [950, 960],
    [2, 2],
    1,
    1000,
    { remaining: 0, wait: 20_000 },
  ],
  ['a limit of nothing', [], [], 0, 1000, { remaining: 0, wait: 60_000 }],
])('%s', (_, ends, counts, limit, now, expected) => {
  expect(rateOf({ ends, counts }, limit, now)).toEqual({ limit, ...expected })
})
