import { expect, test } from 'bun:test'
import { formatAgo } from '../../src/dashboard/web/ui/format.ts'

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
