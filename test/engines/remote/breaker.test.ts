import { describe, expect, test } from 'bun:test'
import { Breaker } from '../../../src/engines/remote/breaker.ts'

function breakerAt() {
  const clock = { now: 0 }
  return { clock, breaker: new Breaker(() => clock.now) }
}

function fail(breaker: Breaker, times: number): void {
  for (let i = 0; i < times; i++) breaker.enter()!.failed()
}

describe('a circuit breaker', () => {
  test('lets everything through until three requests in a row have failed', () => {
    const { breaker } = breakerAt()
    fail(breaker, 2)
    breaker.enter()!.succeeded()
    fail(breaker, 2)
    expect(breaker.state).toBe('closed')
    fail(breaker, 1)
    expect(breaker.state).toBe('open')
    expect(breaker.enter()).toBeUndefined()
  })

  test('opens for a server that begins every answer and ends none', () => {
    const { breaker } = breakerAt()
    for (let i = 0; i < 3; i++) {
      const passage = breaker.enter()!
      passage.began()
      passage.failed()
    }
    expect(breaker.state).toBe('open')
  })

  test('lets one probe at a time through when its pause is over', () => {
    const { breaker, clock } = breakerAt()
    fail(breaker, 3)
    clock.now = 499
    expect(breaker.enter()).toBeUndefined()
    clock.now = 500
    expect(breaker.state).toBe('half-open')
    const probe = breaker.enter()!
    expect(breaker.enter()).toBeUndefined()
    probe.dropped()
    expect(breaker.state).toBe('half-open')
    const next = breaker.enter()!
    expect(breaker.enter()).toBeUndefined()
    next.succeeded()
    expect(breaker.state).toBe('closed')
  })

  test('lets another probe through when one has told nothing for 10 s', () => {
    const { breaker, clock } = breakerAt()
    fail(breaker, 3)
    clock.now = 500
    breaker.enter()
    clock.now = 10_499
    expect(breaker.enter()).toBeUndefined()
    clock.now = 10_500
    breaker.enter()!.began()
    expect(breaker.state).toBe('closed')
  })

  test('closes with the first byte of a probe, and opens again with its failure', () => {
    const { breaker, clock } = breakerAt()
    fail(breaker, 3)
    clock.now = 500
    const probe = breaker.enter()!
    probe.began()
    expect(breaker.state).toBe('closed')
    const other = breaker.enter()!
    probe.failed()
    expect(breaker.state).toBe('open')
    other.succeeded() // it had begun before
    expect(breaker.state).toBe('open')
    clock.now = 1499
    expect(breaker.state).toBe('open')
    clock.now = 1500
    expect(breaker.state).toBe('half-open')
  })

  test('waits twice as long after every probe that fails, up to half a minute, and starts anew after a good one', () => {
    const { breaker, clock } = breakerAt()
    fail(breaker, 3)
    const pauses: number[] = []
    for (let i = 0; i < 9; i++) {
      const from = clock.now
      while (breaker.state === 'open') clock.now += 500
      pauses.push(clock.now - from)
      breaker.enter()!.failed()
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    clock.now += 30_000
    breaker.enter()!.succeeded()
    fail(breaker, 3)
    clock.now += 500
    expect(breaker.state).toBe('half-open')
  })

  test('is not opened by requests that nobody waits for, nor kept open by what was asked before', () => {
    const { breaker, clock } = breakerAt()
    const [early, late] = [breaker.enter()!, breaker.enter()!]
    for (let i = 0; i < 10; i++) breaker.enter()!.dropped()
    expect(breaker.state).toBe('closed')
    fail(breaker, 3)
    early.failed()
    late.succeeded()
    expect(breaker.state).toBe('open')
    clock.now = 500
    expect(breaker.state).toBe('half-open')
  })

  test('is not opened again by the late end of what was called before it opened', () => {
    const { breaker, clock } = breakerAt()
    const early = breaker.enter()!
    early.began()
    fail(breaker, 3)
    clock.now = 500
    breaker.enter()!.began()
    expect(breaker.state).toBe('closed')
    early.failed()
    expect(breaker.state).toBe('closed')
  })

  test('that is opened is not opened again before it is tried', () => {
    const { clock, breaker } = breakerAt()
    breaker.open()
    clock.now += 499
    breaker.open()
    expect(breaker.state).toBe('open')
    clock.now += 1
    expect(breaker.state).toBe('half-open')
  })

  test('judges a request once', () => {
    const { breaker } = breakerAt()
    const passage = breaker.enter()!
    for (let i = 0; i < 5; i++) passage.failed()
    expect(breaker.state).toBe('closed')
    fail(breaker, 1)
    passage.succeeded()
    fail(breaker, 1)
    expect(breaker.state).toBe('open')
  })
})
