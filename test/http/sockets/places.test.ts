import { expect, test } from 'bun:test'
import { Places } from '../../../src/http/sockets/places.ts'

test('the last place of an address, and that of the server, is taken by one socket and no more', () => {
  const places = new Places({ all: 3, ofAddress: 2 })
  const take = (address: string) => {
    expect(places.full(address)).toBeUndefined()
    places.take(address)
  }
  take('a')
  take('a')
  expect(places.full('a')).toBe('address')
  take('b')
  expect(places.full('c')).toBe('server')
  places.giveBack('a')
  take('c')
  expect(places.full('b')).toBe('server')
})
