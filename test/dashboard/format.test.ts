import { expect, test } from 'bun:test'
import {
  formatAgo,
  formatBytes,
  formatMilliseconds,
  formatSpeech,
} from '../../src/dashboard/web/ui/format.ts'

test.each([
  ['2026-11-26T01:00:00Z', '2026-11-26T00:59:30Z', 'now'],
  ['2026-11-26T01:00:00Z', '2026-11-26T00:00:10Z', '59 minutes ago'],
  ['2026-11-26T01:00:00Z', '2026-11-24T14:00:00Z', '1 day ago'],
  ['2026-03-01T00:00:00Z', '2026-01-30T00:00:00Z', '1 month ago'],
  ['2027-01-02T00:00:00Z', '2025-12-20T00:00:00Z', '1 year ago'],
  ['2026-11-26T01:00:00Z', '2026-12-03T00:59:59Z', 'in 7 days'],
])('at %s, %s was or is %s', (at, time, words) => {
  expect(formatAgo(time, Date.parse(at))).toBe(words)
})

test.each([
  [85.4, '85 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [1250, '1.25 s'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(formatMilliseconds(milliseconds)).toBe(words)
})

test.each([
  [0, '0 s'],
  [29, '29 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [200, '3 min'],
  [90_000, '1,500 min'],
])('%d seconds of speech are %s', (seconds, words) => {
  expect(formatSpeech(seconds)).toBe(words)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1249, '1.2 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [999_950, '1.0 MB'],
  [4_230_000, '4.2 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
