import { expect, test } from 'bun:test'
import { withoutSecrets } from '../../../src/engines/remote/without-secrets.ts'

const TEXT = 'The "blue" ship\nsails around the lighthouse at dawn.'

test.each([
  ['in whole', `answered 400: cannot say ${TEXT}!`, 'answered 400: cannot say …!'],
  ['as JSON', `got {"input":${JSON.stringify(TEXT)}}`, 'got {"input":"…"}'],
  ['in one line', `cannot say ${TEXT.replace('\n', ' ')}`, 'cannot say …'],
  ['cut off', `cannot say ${TEXT.slice(0, 30)}`, 'cannot say …'],
  ['from its middle', `near "${TEXT.slice(20, 40)}" and again`, 'near "…" and again'],
])('what a server quotes %s is left out', (_, message, told) => {
  expect(withoutSecrets(message, ['a key', undefined, TEXT])).toBe(told)
})

test('what is no quotation stays', () => {
  expect(withoutSecrets('answered 500: the ship is out', ['a key', TEXT])).toBe(
    'answered 500: the ship is out',
  )
})

test('a key is left out, however short', () => {
  expect(withoutSecrets('Bearer k-1 is wrong', ['k-1', TEXT])).toBe('Bearer … is wrong')
})
