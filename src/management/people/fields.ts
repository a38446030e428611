import { ServiceError } from '../../http/errors.ts'
import { nameField } from '../../http/name-field.ts'
import { checkedBy, oneOf, REFUSAL } from '../../http/schema.ts'

/** Most bytes of a body in which somebody signs in or has a link: a name, an e-mail address, passwords, a code. */
export const SIGN_IN_BODY_LIMIT = 4096

/** Most characters of an e-mail address (RFC 5321). */
const MAX_EMAIL = 254
/** Most characters of a password that is checked, and of the code of a link. */
const MAX_PASSWORD = 1024
const MAX_CODE = 200
/** An e-mail address, as the library that signs people in knows it. */
const EMAIL_FORM = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is an e-mail address. */
export function isEmail(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_EMAIL && EMAIL_FORM.test(text)
}

/** The field of a request with an e-mail address. */
export const EMAIL = checkedBy<string>(isEmail, {
  type: 'string',
  format: 'email',
  maxLength: MAX_EMAIL,
  examples: ['ada@example.com'],
  [REFUSAL]: () =>
    new ServiceError('invalid_value', 'email is not an e-mail address.', {
      detail: 'Send one such as ada@example.com. No mail is sent to it.',
    }),
})

/** The field of a request with the name of a person. */
export const NAME = nameField('The name of the person, as others see it.', 'Ada')

/** The field of a request with the password that somebody has. */
export function passwordField(name: string) {
  return checkedBy<string>(isPassword, {
    type: 'string',
    minLength: 1,
    maxLength: MAX_PASSWORD,
    examples: ['correct horse battery staple'],
    [REFUSAL]: () =>
      new ServiceError('invalid_value', `${name} is missing, empty or too long.`, {
        detail: `Send the password, which has at most ${MAX_PASSWORD} characters.`,
      }),
  })
}

/** Whether a value can be a password. An empty one has no hash. */
function isPassword(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_PASSWORD
}

/** The field of a request with the code of a link. */
export const CODE = checkedBy<string>((value) => typeof value === 'string' && value.length <= MAX_CODE, {
  type: 'string',
  maxLength: MAX_CODE,
  description: 'What is after # in the link.',
  examples: ['3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  [REFUSAL]: () =>
    new ServiceError('invalid_value', 'code is missing or too long.', {
      detail: 'Send what is after # in the link.',
    }),
})

/** The field of a request with what a member may do. */
export const MEMBER_ROLE = oneOf(['owner', 'member'] as const, {
  description: 'An owner may do all that is done for an organization; a member sees it and uses it.',
  examples: ['member'],
  [REFUSAL]: () =>
    new ServiceError('invalid_value', 'role is neither "owner" nor "member".', {
      detail: 'Send one of them.',
    }),
})
