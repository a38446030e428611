import { expect, test } from 'bun:test'
import { nextAddress } from '../../src/dashboard/web/next-address.ts'

test.each([
  ['?next=/keys', '/keys'],
  ['?next=%2Fo%2F1%2Fusage%3Fperiod%3Dday', '/o/1/usage?period=day'],
  ['', '/'],
  ['?next=', '/'],
  ['?next=https://evil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=evil.example', '/'],
  ['?next=~/evil', '/'],
  ['?next=/../evil', '/'],
  ['?next=/%2e%2e/evil', '/'],
  ['?next=/..%2f..%2fevil', '/'],
  ['?next=/%5c..%5c..%5cevil', '/'],
])('after signing in with %s the dashboard goes to %s, which is its own', (search, address) => {
  expect(nextAddress(search)).toBe(address)
})

test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', '///evil.example'])(
  'what looks like another host is below the dashboard: %j',
  (next) => {
    const asked = nextAddress(`?next=${encodeURIComponent(next)}`)
    const address = new URL(`/dashboard${asked}`, 'https://purr.example.com/dashboard/sign-in')
    expect([address.host, address.pathname.startsWith('/dashboard/')]).toEqual(['purr.example.com', true])
  },
)
