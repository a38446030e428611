import type { TSchema } from '@sinclair/typebox'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** An object of JSON. */
export interface JsonObject {
  readonly [name: string]: Json
}

/** Examples of texts with a format. */
const OF_FORMATS: Readonly<Record<string, string>> = {
  uuid: '4f6d5b0e-0d5c-4b62-9d5e-6a1f1c1b7c55',
  'date-time': '2026-11-22T10:20:00.000Z',
  email: 'ada@example.com',
}

/** Writes the schemas of a document. Those with an `$id` are written once, and referred to elsewhere. */
export class JsonSchemas {
  readonly #named: Record<string, Json> = {}

  /** The schemas that have been referred to, by their ids. */
  get named(): JsonObject {
    return this.#named
  }

  /** A schema, or anything with schemas in it, as JSON. */
  json(value: unknown): Json {
    if (Array.isArray(value)) return value.map((each) => this.json(each))
    if (typeof value !== 'object' || value === null) return value as Json
    if ('$id' in value) return this.#reference(value as TSchema)
    const entries = Object.entries(withInteger(withEnum(value))).filter(([, each]) => each !== undefined)
    return Object.fromEntries(entries.map(([name, each]) => [name, this.json(each)]))
  }

  #reference({ $id, ...schema }: TSchema): Json {
    this.#named[$id!] ??= this.json(schema)
    return { $ref: `#/components/schemas/${$id}` }
  }
}

/** A schema of a few texts or numbers with an `enum`, which is how people write it; all else as it is. */
function withEnum(value: object): object {
  const { anyOf, ...rest } = value as { anyOf?: unknown }
  if (!Array.isArray(anyOf) || !anyOf.every((each) => typeof each === 'object' && 'const' in each))
    return value
  const types = new Set(anyOf.map(({ type }) => type))
  return { ...rest, ...(types.size === 1 && { type: anyOf[0].type }), enum: anyOf.map((each) => each.const) }
}

/** A schema of whole numbers as one of integers: TypeBox calls every literal a number. All else as it is. */
function withInteger(value: object): object {
  const {
    type,
    const: only,
    enum: listed = [only],
  } = value as { type?: unknown; const?: unknown; enum?: unknown[] }
  return type === 'number' && listed.every(Number.isInteger) ? { ...value, type: 'integer' } : value
}

/**
 * A value as a schema describes it, of its examples and defaults. Of an object it has what is required. Undefined if a part has
 * no example.
 */
export function exampleOf(schema: TSchema): Json | undefined {
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0])
  if (schema.type === 'null') return null
  if (schema.type === 'array') return whole([exampleOf(schema.items)])
  if (schema.type === 'object') {
    const required: readonly string[] = schema.required ?? []
    const values = whole(required.map((name) => exampleOf(schema.properties[name])))
    return values && Object.fromEntries(required.map((name, place) => [name, values[place]!]))
  }
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  return schema.type === 'string' ? OF_FORMATS[schema.format] : undefined
}

/** Values of which none is undefined; otherwise undefined. */
function whole<Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined
}
