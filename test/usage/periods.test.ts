import { expect, test } from 'bun:test'
import { coarsest, PERIODS, type Period } from '../../src/usage/periods.ts'

const shown = (at: Date) => at.toISOString().slice(5, 16)

test.each<[Period, string, string, string[]]>([
  ['minute', '11-20T10:05', '11-20T10:50', ['minute 11-20T10:05 11-20T10:50']],
  ['minute', '11-20T10:00', '11-20T11:00', ['hour 11-20T10:00 11-20T11:00']],
  [
    'minute',
    '11-20T22:58',
    '11-22T01:02',
    [
      'minute 11-20T22:58 11-20T23:00',
      'hour 11-20T23:00 11-21T00:00',
      'day 11-21T00:00 11-22T00:00',
      'hour 11-22T00:00 11-22T01:00',
      'minute 11-22T01:00 11-22T01:02',
    ],
  ],
  ['hour', '11-20T23:00', '11-21T01:00', ['hour 11-20T23:00 11-21T01:00']],
  ['day', '11-20T00:00', '11-21T00:00', ['day 11-20T00:00 11-21T00:00']],
  // Nothing comes after now, so the hour that runs is whole.
  [
    'minute',
    '11-24T10:58',
    '11-24T12:31',
    ['minute 11-24T10:58 11-24T11:00', 'hour 11-24T11:00 11-24T13:00'],
  ],
])('%ss from %s to %s are read by as few periods as can be', (period, from, to, expected) => {
  const span = { period, from: new Date(`2026-${from}Z`), to: new Date(`2026-${to}Z`) }
  const spans = coarsest(span, Date.parse('2026-11-24T12:30:10Z'))
  expect(spans.map((each) => `${each.period} ${shown(each.from)} ${shown(each.to)}`)).toEqual(expected)
  for (const each of spans) expect(each.from.getTime() % PERIODS[each.period]).toBe(0)
})
