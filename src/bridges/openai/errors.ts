import { type Static, Type } from '@sinclair/typebox'
import { type Envelope, type ErrorCode, type ServiceError, STATUS } from '../../http/errors.ts'

/** The codes for which OpenAI has names of its own; all others are Purr's. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  payment_required: 'insufficient_quota',
  rate_limited: 'rate_limit_exceeded',
}

/** The fields of a request that a code is about, where it is always the same. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  unknown_model: 'model',
  model_not_found: 'model',
  missing_transcript: 'input',
  input_too_long: 'input',
  missing_voice: 'voice',
  voice_not_found: 'voice',
}

/** The body of an error as OpenAI's clients read it. */
export const OPENAI_ERROR_BODY = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'What is wrong, and what to do about it.' }),
      type: Type.String({ description: 'The kind of error.', examples: ['invalid_request_error'] }),
      param: Type.Union([Type.String(), Type.Null()], {
        description: 'The field that is wrong; null where only the message says it.',
      }),
      code: Type.String({ description: 'What is wrong, for programs.', examples: ['model_not_found'] }),
    }),
  },
  { $id: 'OpenAiError', description: 'An error as OpenAI writes it.', additionalProperties: false },
)

export type OpenAiError = Readonly<Static<typeof OPENAI_ERROR_BODY>>

/** The error in OpenAI's envelope. */
export function openAiError({ code, explained }: ServiceError): OpenAiError {
  return {
    error: {
      message: explained,
      type: typeOf(code),
      param: FIELDS[code] ?? null,
      code: NAMES[code] ?? code,
    },
  }
}

/** How the routes for clients of OpenAI write errors. */
export const OPENAI_ENVELOPE: Envelope = {
  schema: () => OPENAI_ERROR_BODY,
  ofCodes: (codes) => {
    const names = codes.map((code) => Type.Literal(NAMES[code] ?? code))
    return Type.Object({ error: Type.Object({ code: Type.Union(names) }) })
  },
  body: openAiError,
}

function typeOf(code: ErrorCode): string {
  if (code === 'payment_required') return 'insufficient_quota'
  if (STATUS[code] === 429) return 'rate_limit_error'
  return STATUS[code] >= 500 ? 'server_error' : 'invalid_request_error'
}
