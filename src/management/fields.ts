import { type TSchema, Type } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'
import { MAX_NAME, nameFault } from '../http/texts.ts'

/** The schema of the name of something. Spaces around it do not count. */
export function nameField(description: string, example: string) {
  return checkedBy<string>((name) => faultOf(name) === undefined, {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    description,
    examples: [example],
    [REFUSAL]: (name) =>
      new ServiceError('invalid_name', `name ${faultOf(name)}.`, {
        detail: `Send 1 to ${MAX_NAME} characters.`,
      }),
  })
}

function faultOf(name: unknown): string | undefined {
  return typeof (name ?? '') === 'string' ? nameFault(((name as string) ?? '').trim()) : 'is not a string'
}

/** The schema of a moment. */
export const MOMENT = Type.String({ format: 'date-time', examples: ['2026-11-22T18:00:00.000Z'] })

/** The schema of what may be nothing. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** The form of the ids of rows. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of the id of a row. The database fails on any other. */
export function isId(text: string): boolean {
  return ID.test(text)
}
