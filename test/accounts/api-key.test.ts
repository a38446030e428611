import { expect, test } from 'bun:test'
import { generateKey, hashKey, keyPrefix } from '../../src/accounts/api-key.ts'

test('a generated key is well formed, and its prefix can be read', () => {
  for (let i = 0; i < 100; i++) {
    const key = generateKey()
    expect(key).toMatch(/^sk_purr_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/)
    expect(keyPrefix(key)).toBe(key.slice(8, 16))
  }
})

test('no two generated keys are alike', () => {
  expect(new Set(Array.from({ length: 1000 }, generateKey)).size).toBe(1000)
})

test('a key with any one character changed is refused without a look-up', () => {
  const key = generateKey()
  for (let i = 0; i < key.length; i++) {
    const changed = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1)
    expect(keyPrefix(changed)).toBeUndefined()
  }
})

test.each([
  '',
  'sk_purr_',
  'sk_purr_12345678_',
  'Bearer',
  ` ${generateKey()}`,
  `${generateKey()}0`,
  'sk_purr_ä',
])('malformed key %j', (key) => {
  expect(keyPrefix(key)).toBeUndefined()
})

test('the hash is the SHA-256 of the whole key', async () => {
  const key = generateKey()
  const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
  expect(Buffer.from(hashKey(key)).toString('hex')).toBe(Buffer.from(expected).toString('hex'))
})
