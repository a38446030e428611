import { type Static, type TSchema, Type } from '@sinclair/typebox'

/**
 * Declares to the typed client what a route is sent. Elysia checks nothing with it: the route's own reader does, which knows the
 * refusals.
 */
export function typed<Schema extends TSchema>(_schema: Schema) {
  return Type.Unsafe<Static<Schema>>(Type.Any())
}

/** A value as clients get it: moments are texts. */
export type InJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: InJson<Value[Name]> }
    : Value
