import { expect, test } from 'bun:test'
import { ServiceError } from '../../src/http/errors.ts'
import { RecentRefusals } from '../../src/http/recent-refusals.ts'

const refused = () => new ServiceError('rate_limited', 'Too many requests.')

test('a turn that fails and its request are one refusal', () => {
  const refusals = new RecentRefusals()
  const error = refused()
  refusals.note(error, 'sse', 'acme')
  refusals.note(error, 'POST /tts/sse', 'acme')
  expect(refusals.last).toEqual([
    { number: 1, at: expect.any(Number), code: 'rate_limited', where: 'sse', organizationId: 'acme' },
  ])
  expect(refusals.counts).toEqual(new Map([['rate_limited', 1]]))
})

test('the last ones are remembered, and all are counted', () => {
  const refusals = new RecentRefusals()
  for (let each = 0; each < 120; each++) refusals.note(refused(), 'sse')
  expect(refusals.last.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => 71 + at))
  expect(refusals.counts.get('rate_limited')).toBe(120)
})
