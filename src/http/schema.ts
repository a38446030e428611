import {
  Kind,
  type SchemaOptions,
  type Static,
  type TSchema,
  Type,
  TypeGuard,
  TypeRegistry,
} from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type ErrorCode, ServiceError } from './errors.ts'

/** The property of a schema that has its refusal. JSON has no symbols, so the rest is plain JSON Schema. */
export const REFUSAL: unique symbol = Symbol('refusal')
/** The property of a schema that has its own check. */
const CHECK = Symbol('check')

/** Makes the error that answers a wrong value; undefined stands for a missing field. */
export type Refusal = (value: unknown) => ServiceError

/** The error for a wrong value. `detail` says what to do about it. */
export function refusal(code: ErrorCode, message: string, detail: string): ServiceError {
  return new ServiceError(code, message, { detail })
}

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    [REFUSAL]?: Refusal
  }
}

TypeRegistry.Set<TSchema & { [CHECK](value: unknown): boolean }>('Own', (schema, value) =>
  schema[CHECK](value),
)

/**
 * A schema whose values are checked by a function, for what JSON Schema cannot express or TypeBox counts differently. The
 * keywords in its options are documentation only.
 */
export function checkedBy<Value>(isRight: (value: unknown) => boolean, options: SchemaOptions) {
  return Type.Unsafe<Value>({ ...options, [Kind]: 'Own', [CHECK]: isRight })
}

/** A schema that allows some values. */
export function oneOf<Value extends string | number>(values: readonly Value[], options: SchemaOptions) {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  )
}

/**
 * A function that checks what a client sent against a schema and returns it typed. Of an object, only the schema's fields are
 * read. An optional field that is null counts as absent, and so does a wrong value of a field without a refusal. Nested
 * values that the schema does not have are never visited.
 *
 * The function throws the refusal of the first wrong field, in the order of the schema.
 */
export function checker<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  const compiled = TypeCompiler.Compile(schema)
  const takeFields = TypeGuard.IsObject(schema) ? fieldsChecker(schema.properties) : () => undefined
  const refuse = schema[REFUSAL] as Refusal | undefined
  const isOptional = TypeGuard.IsOptional(schema)
  return (value) => {
    if (compiled.Check(value)) return value
    if (isOptional && isAbsent(value)) return undefined
    const fields = takeFields(value)
    if (fields === undefined && refuse !== undefined) throw refuse(value)
    return fields
  }
}

/** Checks the fields of an object; returns undefined for anything else. Each field's own checker refuses a wrong value. */
function fieldsChecker(properties: Readonly<Record<string, TSchema>>): (value: unknown) => unknown {
  const fields = Object.entries(properties).map(([name, field]) => ({ name, check: checker(field) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const taken: Record<string, unknown> = {}
    for (const { name, check } of fields) taken[name] = check((value as Record<string, unknown>)[name])
    return taken
  }
}

/** Whether a field is missing; null counts as missing. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
