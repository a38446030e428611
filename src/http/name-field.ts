import { ServiceError } from './errors.ts'
import { checkedBy, REFUSAL } from './schema.ts'
import { MAX_NAME, nameFault } from './texts.ts'

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
