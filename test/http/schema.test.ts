import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { type ErrorCode, ServiceError } from '../../src/http/errors.ts'
import { checkedBy, checker, oneOf, REFUSAL } from '../../src/http/schema.ts'

const refusal = (code: ErrorCode) => (value: unknown) => new ServiceError(code, `${typeof value} refused`)

const SCHEMA = Type.Object(
  {
    limit: checkedBy<number>((value) => Number.isInteger(value), {
      type: 'integer',
      [REFUSAL]: refusal('invalid_limit'),
    }),
    voice: Type.Object(
      {
        mode: oneOf(['id', 'name'], { [REFUSAL]: refusal('unknown_voice_mode') }),
        id: Type.String({ minLength: 1, [REFUSAL]: refusal('missing_voice_id') }),
      },
      { [REFUSAL]: refusal('missing_voice') },
    ),
    language: Type.Optional(Type.String({ [REFUSAL]: refusal('invalid_language') })),
    flush: Type.Optional(Type.Boolean()),
  },
  { [REFUSAL]: refusal('invalid_json') },
)
const check = checker(SCHEMA)
const right = { limit: 1, voice: { mode: 'id', id: 'x' }, language: 'en', flush: true }

function refusalOf(value: unknown): unknown {
  try {
    return check(value)
  } catch (error) {
    return error
  }
}

describe('a value is refused for its first wrong field, in the order of the schema', () => {
  test.each<[string, unknown, ErrorCode, string]>([
    ['nothing', undefined, 'invalid_json', 'undefined'],
    ['an array', [], 'invalid_json', 'object'],
    ['an empty object', {}, 'invalid_limit', 'undefined'],
    ['a wrong and two missing fields', { language: 5, limit: 'x' }, 'invalid_limit', 'string'],
    ['a missing field before a wrong one', { limit: 1, language: 5 }, 'missing_voice', 'undefined'],
    ['an array for an object', { ...right, voice: [] }, 'missing_voice', 'object'],
    ['an object without fields', { ...right, voice: {} }, 'unknown_voice_mode', 'undefined'],
    [
      'a wrong field within',
      { ...right, voice: { mode: 'id', id: '' }, language: 5 },
      'missing_voice_id',
      'string',
    ],
    [
      'null for a required field',
      { ...right, voice: { mode: null, id: 'x' } },
      'unknown_voice_mode',
      'object',
    ],
    ['a wrong optional field', { ...right, language: 5 }, 'invalid_language', 'number'],
  ])('%s', (_, value, code, kind) => {
    expect(refusalOf(value)).toMatchObject({ code, message: `${kind} refused` })
  })
})

describe('a value is taken', () => {
  test('as it is when it is right', () => {
    expect(check(right)).toBe(right)
  })

  test.each<[string, object, object]>([
    ['without an optional field that is null', { language: null }, { language: undefined }],
    ['without a wrong value of a field that refuses nothing', { flush: 'yes' }, { flush: undefined }],
    ['whatever other fields it has', { note: {} }, {}],
  ])('%s', (_, change, taken) => {
    expect(check({ ...right, ...change })).toEqual(expect.objectContaining({ ...right, ...taken }))
  })
})

test('only the fields of the schema are looked at', () => {
  const looked: PropertyKey[] = []
  const stranger = new Proxy<Record<string, unknown>>(
    { ...right, flush: [], note: {} },
    {
      get: (target, field) => {
        looked.push(field)
        return target[field as string]
      },
      ownKeys: () => {
        throw new Error('the fields were listed')
      },
    },
  )
  expect(check(stranger).limit).toBe(1)
  expect(new Set(looked)).toEqual(new Set(Object.keys(SCHEMA.properties)))
})

test('what is left of a schema as JSON is plain JSON Schema', () => {
  const plain: unknown = JSON.parse(JSON.stringify(SCHEMA))
  expect(plain).toEqual({
    type: 'object',
    required: ['limit', 'voice'],
    properties: {
      limit: { type: 'integer' },
      voice: {
        type: 'object',
        required: ['mode', 'id'],
        properties: {
          mode: {
            anyOf: [
              { const: 'id', type: 'string' },
              { const: 'name', type: 'string' },
            ],
          },
          id: { type: 'string', minLength: 1 },
        },
      },
      language: { type: 'string' },
      flush: { type: 'boolean' },
    },
  })
})
