import { expect, test } from 'bun:test'
import { TokenBucket } from '../../src/http/token-bucket.ts'

/** Ten tokens a second, five at once: a token takes 100 ms, the whole bucket 500. */
const ALLOWANCE = { rate: 10, burst: 5 }

type Step = readonly [now: number, tokens: number, wait: number]

test.each<[string, readonly Step[]]>([
  ['is full at first', [[0, 0, 0]]],
  ['gives its burst at once', [[0, 5, 0]]],
  [
    'goes into debt, and is out of it when that is filled up',
    [
      [0, 8, 300],
      [100, 0, 200],
      [300, 0, 0],
    ],
  ],
  [
    'gives its rate in the long run',
    [
      [0, 5, 0],
      [100, 1, 0],
      [200, 1, 0],
      [300, 2, 100],
      [400, 0, 0],
    ],
  ],
  [
    'holds no more than its burst, however long it rests',
    [
      [0, 5, 0],
      [1_000_000, 6, 100],
    ],
  ],
  [
    'is in debt no deeper than its burst',
    [
      [0, 1000, 500],
      [0, 1000, 500],
      [400, 0, 100],
      [500, 0, 0],
    ],
  ],
  [
    'counts parts of tokens',
    [
      [0, 5.5, 50],
      [50, 0, 0],
    ],
  ],
])('a bucket %s', (_, steps) => {
  const bucket = new TokenBucket(ALLOWANCE)
  for (const [now, tokens, wait] of steps) {
    bucket.take(tokens, now)
    expect(bucket.wait(now)).toBeCloseTo(wait, 6)
  }
})
