import { describe, expect, test } from 'bun:test'
import { parseJson } from '../../src/http/body.ts'
import { ServiceError } from '../../src/http/errors.ts'

function refusal(json: string | Uint8Array): ServiceError {
  try {
    parseJson(json)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('it was not refused')
}

/** An object with objects and arrays in turn in it, this many levels in all. */
function nested(levels: number): string {
  let json = '{}'
  for (let level = 1; level < levels - 1; level++) json = level % 2 ? `[${json}]` : `{"a":${json}}`
  return `{"a":${json}}`
}

describe('JSON', () => {
  test('may be nested 32 levels deep', () => {
    expect(parseJson(nested(32))).toEqual(JSON.parse(nested(32)))
    expect(refusal(nested(33)).message).toBe('The body is nested deeper than 32 levels.')
  })

  test.each([
    ['brackets in a text', { a: '[{'.repeat(100) }],
    ['brackets after quotes and backslashes in a text', { a: `"\\"[`.repeat(100), '[{\\"': '\\' }],
    ['brackets that are closed', { a: Array.from({ length: 100 }, () => [{}]) }],
  ])('is not deeper for %s', (_, value) => {
    expect(parseJson(JSON.stringify(value))).toEqual(value)
    expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value)
  })

  test.each(['{"a":"\uFEFF"}', nested(32)])(
    'may begin with a byte order mark, in a body and in a frame: %s',
    (json) => {
      expect(parseJson(`\uFEFF${json}`)).toEqual(JSON.parse(json))
      expect(parseJson(Buffer.from(`\uFEFF${json}`))).toEqual(JSON.parse(json))
      expect(refusal(`\uFEFF\uFEFF${json}`).code).toBe('invalid_json')
      expect(refusal(Buffer.from(`\uFEFF\uFEFF${json}`)).code).toBe('invalid_json')
    },
  )

  test('that is compressed is named as such', () => {
    expect(refusal(Bun.gzipSync('{"transcript":"Hello."}'))).toMatchObject({
      code: 'invalid_json',
      message: 'The body is compressed with gzip.',
      detail: 'Send a JSON object in UTF-8.',
    })
  })

  test.each([
    '{"secret":1',
    'secret',
    '{"secret',
    '{secret:1}',
    '["secret"]',
    '"secret"',
    `${'['.repeat(50)}secret`,
  ])('%j is refused in words that have nothing of it', (json) => {
    const { code, message, detail, cause, stack } = refusal(json)
    expect(code).toBe('invalid_json')
    expect(cause).toBeUndefined()
    expect(message + detail + stack).not.toContain('secret')
  })
})
