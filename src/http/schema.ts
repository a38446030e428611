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
import type { ServiceError } from './errors.ts'

/** The key of a schema under which it has its refusal. JSON has no symbols: what is left is plain JSON Schema. */
export const REFUSAL: unique symbol = Symbol('refusal')
/** The key under which a schema has a check of its own. */
const CHECK = Symbol('check')

/** The error that answers a wrong value. It sees the value; undefined where the field is missing. */
export type Refusal = (value: unknown) => ServiceError

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    [REFUSAL]?: Refusal
  }
}

TypeRegistry.Set<TSchema & { [CHECK](value: unknown): boolean }>('Own', (schema, value) =>
  schema[CHECK](value),
)

/**
 * A schema whose values a function checks, where the keywords of JSON Schema are not enough or TypeBox counts
 * otherwise. The keywords in its options only document it.
 */
export function checkedBy<Value>(isRight: (value: unknown) => boolean, options: SchemaOptions) {
  return Type.Unsafe<Value>({ ...options, [Kind]: 'Own', [CHECK]: isRight })
}

/** A schema for one of some values. */
export function oneOf<Value extends string | number>(values: readonly Value[], options: SchemaOptions) {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  )
}

/**
 * A function that takes what a client sent for what a schema says. Of an object only the schema's fields are looked at;
 * an optional field that is null counts as absent, and so does a wrong value of a field without a refusal. What a
 * client has nested is never walked.
 *
 * The function throws the refusal of the first wrong field, in the order in which the schema has them.
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

/** Gives undefined for what is not an object; a wrong field is refused by its own checker. */
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
