import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { JsonSchemas } from '../../src/docs/json-schema.ts'
import { oneOf } from '../../src/http/schema.ts'

test('numbers that are listed are integers if all are whole', () => {
  const schemas = new JsonSchemas()
  const described = [oneOf([8000, 22_050], {}), oneOf([0.5, 1], {}), Type.Literal(206), Type.Literal('id')]
  expect(described.map((each) => schemas.json(each))).toEqual([
    { type: 'integer', enum: [8000, 22_050] },
    { type: 'number', enum: [0.5, 1] },
    { type: 'integer', const: 206 },
    { type: 'string', const: 'id' },
  ])
})
