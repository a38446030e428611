import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'

/** The schema of a moment. */
export const MOMENT = Type.String({ format: 'date-time', examples: ['2026-11-22T18:00:00.000Z'] })

/** The schema of what may be nothing. */
export function orNull<Schema extends TSchema>(schema: Schema, options?: SchemaOptions) {
  return Type.Union([schema, Type.Null()], options)
}
