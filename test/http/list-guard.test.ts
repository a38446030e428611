import { expect, test } from 'bun:test'
import { ServiceError } from '../../src/http/errors.ts'
import { ListGuard } from '../../src/http/list-guard.ts'

/** A guard, and what it says to a list of this many entries. */
function guarded() {
  const clock = { now: 0 }
  const guard = new ListGuard(() => clock.now)
  const read = (entries: number, organization = 'one') =>
    guard
      .read(organization, async () => ({ data: new Array(entries).fill(0) }))
      .then(
        () => 'read',
        (error: ServiceError) => error,
      )
  return { clock, guard, read }
}

test('a client that reads 20,000 entries when it starts, in pages, waits for nothing', async () => {
  const { read } = guarded()
  for (let page = 0; page < 200; page++) expect(await read(100)).toBe('read')
})

test('after that, each entry and each request costs time, and only those of the organization', async () => {
  const { clock, read } = guarded()
  expect(await read(20_000)).toBe('read')
  expect(await read(0)).toBe('read')
  const refusal = await read(0)
  expect(refusal).toBeInstanceOf(ServiceError)
  expect(refusal).toMatchObject({ code: 'rate_limited', retryAfter: 50 })
  expect(await read(0, 'another')).toBe('read')
  clock.now += 50
  expect(await read(0)).toBe('read')
  expect(await read(0)).toBeInstanceOf(ServiceError)
})

test('however much is read at once, nobody waits longer than an empty allowance takes to fill', async () => {
  const { clock, read } = guarded()
  await read(1_000_000)
  expect(await read(1)).toMatchObject({ retryAfter: 10_000 })
  clock.now += 10_000
  expect(await read(1)).toBe('read')
})

test('a request that costs as much as many pages uses up as much of the allowance', async () => {
  const { guard, read } = guarded()
  guard.enter('one', 'checkouts', 201)
  expect(await read(0)).toMatchObject({ code: 'rate_limited' })
})

test.each([
  ['lists', 'Ask for lists again in 10 s, with up to 100 entries a page. Keep what you have read.'],
  ['dictionaries', 'Ask for dictionaries again in 10 s.'],
  ['usage', 'Ask for usage again in 10 s.'],
  ['checkouts', 'Ask for checkouts again in 10 s.'],
] as const)('a refusal says what the limit is for, and when to ask again for %s', async (listed, detail) => {
  const { guard, read } = guarded()
  await read(1_000_000)
  expect(() => guard.enter('one', listed)).toThrow(
    expect.objectContaining({
      message:
        'Your organization has used up the allowance that its lists, dictionaries, usage and checkouts share.',
      detail,
    }),
  )
})
