import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox'
import { show } from './show.ts'

/** Every error code a client can meet, with its HTTP status (spec 7.2). */
export const STATUS = {
  invalid_json: 400,
  missing_transcript: 400,
  missing_voice: 400,
  missing_voice_id: 400,
  unknown_voice_mode: 400,
  unknown_model: 400,
  invalid_output_format: 400,
  invalid_language: 400,
  invalid_limit: 400,
  invalid_context: 400,
  invalid_amount: 400,
  invalid_address: 400,
  invalid_signature: 400,
  invalid_form: 400,
  invalid_name: 400,
  invalid_description: 400,
  invalid_clip: 400,
  invalid_consent: 400,
  invalid_expiry: 400,
  invalid_value: 400,
  voice_limit_reached: 400,
  key_limit_reached: 400,
  project_limit_reached: 400,
  invalid_items: 400,
  invalid_grants: 400,
  pronunciation_dict_limit_reached: 400,
  input_too_long: 400,
  unauthorized: 401,
  payment_required: 402,
  not_granted: 403,
  invalid_prompt: 403,
  prompt_expired: 403,
  organization_not_found: 404,
  project_not_found: 404,
  key_not_found: 404,
  voice_not_found: 404,
  model_not_found: 404,
  pronunciation_dict_not_found: 404,
  not_found: 404,
  request_timeout: 408,
  already_exists: 409,
  last_owner: 409,
  payload_too_large: 413,
  invalid_range: 416,
  upgrade_required: 426,
  rate_limited: 429,
  concurrent_limit: 429,
  internal_error: 500,
  upstream_unavailable: 502,
  payment_unavailable: 502,
  billing_unavailable: 503,
  service_stopping: 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** All codes. */
export const ERROR_CODES = Object.keys(STATUS) as readonly ErrorCode[]

const CODE = codeAmong(ERROR_CODES, { description: 'What is wrong, for programs.' })

/** The body of an error (spec 7.1). */
const ERROR_BODY = Type.Object(
  {
    error: CODE,
    error_code: CODE,
    message: Type.String({ description: 'What is wrong.' }),
    detail: Type.Union([Type.String(), Type.Null()], { description: 'What to do about it.' }),
  },
  { $id: 'Error', description: 'An error.', additionalProperties: false },
)

/** The body of an error that has two fields. */
const BRIEF_ERROR_BODY = Type.Object(
  { error: CODE, message: Type.String({ description: 'What is wrong, and what to do about it.' }) },
  { $id: 'BriefError', description: 'An error in two fields.', additionalProperties: false },
)

/** Codes whose bodies have two fields on every endpoint. All others have four (spec 7.1). */
const TWO_FIELDS: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'concurrent_limit',
  'payload_too_large',
  'unauthorized',
  'payment_required',
  'upstream_unavailable',
  'invalid_output_format',
])

/** Codes after which the connection is closed, without waiting for what its client still sends. */
const CLOSE_AFTER: ReadonlySet<ErrorCode> = new Set(['request_timeout', 'service_stopping'])

/** The longest wait that a response asks for (milliseconds): some libraries sleep as long as they are asked, even an hour. */
export const LONGEST_WAIT = 60_000

/** A failure with a code for the client. Its `cause` is for the log. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** What the client can do about it. */
  readonly detail: string | null
  /** Milliseconds after which trying again can succeed. */
  readonly retryAfter: number | undefined

  /**
   * @param message what is wrong, in words the client's developer understands
   * @param options.detail what to do about it
   * @param options.retryAfter milliseconds after which trying again can succeed
   * @param options.cause for the log only, never sent
   */
  constructor(
    code: ErrorCode,
    message: string,
    options: { detail?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.detail = options.detail ?? null
    this.retryAfter = options.retryAfter
  }

  /** The error without its cause, for the client, when the cause has been logged. */
  withoutCause(): ServiceError {
    const { code, message, detail, retryAfter } = this
    return new ServiceError(code, message, { detail: detail ?? undefined, retryAfter })
  }

  /** What is wrong, and what the client can do about it, in one text. */
  get explained(): string {
    return this.detail === null ? this.message : `${this.message} ${this.detail}`
  }
}

/** The refusal of an id that no voice has, or only a voice of another organization. */
export function voiceNotFound(): ServiceError {
  return new ServiceError('voice_not_found', 'There is no voice with this id.', {
    detail: 'GET /voices lists the voices with their ids. A name is not an id.',
  })
}

/** The refusal of a voice that may be given by its name, too. */
export function noVoiceNamed(nameOrId: string): ServiceError {
  return new ServiceError('voice_not_found', `There is no voice with the name or id ${show(nameOrId)}.`, {
    detail: 'GET /voices lists the voices that can be used.',
  })
}

/** The refusal of work that a stopping server does not finish. Nothing of it is charged or kept. */
export function serviceStopping(): ServiceError {
  return new ServiceError('service_stopping', 'The server is stopping.', {
    detail: 'Nothing of this was charged or kept. Connect again and send it again.',
  })
}

/** The refusal of a key that was revoked after it was let in. Nothing of a turn that it ends is charged. */
export function keyRevoked(): ServiceError {
  return new ServiceError('unauthorized', 'The API key has been revoked.', {
    detail: 'Connect with a valid key.',
  })
}

/**
 * The refusal of what an organization may never do, because its own limit is 0: waiting does not help.
 *
 * @param limited what the limit is for ("turns at once")
 * @param retryAfter milliseconds after which trying again is no burden
 */
export function limitIsZero(
  code: 'rate_limited' | 'concurrent_limit',
  limited: string,
  retryAfter: number,
): ServiceError {
  return new ServiceError(code, `Your organization has a limit of 0 ${limited}.`, {
    detail: 'The operator can raise it.',
    retryAfter,
  })
}

/** Milliseconds rounded up to whole seconds, at least 1, for Retry-After. */
export function retrySeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

/** How some routes write errors. */
export interface Envelope {
  /** The schema of the body for a code. */
  schema(code: ErrorCode): TSchema
  /** What the body has in common for some codes, and for no others. */
  ofCodes(codes: readonly ErrorCode[]): TSchema
  /** The body of an error. */
  body(error: ServiceError): object
}

const ofCodes = (codes: readonly ErrorCode[]) => Type.Object({ error: codeAmong(codes) })

/** The envelope of most routes: some codes have two fields, all others four (spec 7.1). */
export const ENVELOPE: Envelope = {
  schema: (code) => (TWO_FIELDS.has(code) ? BRIEF_ERROR_BODY : ERROR_BODY),
  ofCodes,
  body: (error) => (TWO_FIELDS.has(error.code) ? twoFields(error) : fourFields(error)),
}

/** The envelope of routes whose errors all have two fields. */
export const BRIEF_ENVELOPE: Envelope = { schema: () => BRIEF_ERROR_BODY, ofCodes, body: twoFields }

function twoFields({ code, explained }: ServiceError): Static<typeof BRIEF_ERROR_BODY> {
  return { error: code, message: explained }
}

function fourFields({ code, message, detail }: ServiceError): Static<typeof ERROR_BODY> {
  return { error: code, error_code: code, message, detail }
}

/** The error as an HTTP response. */
export function errorResponse(error: ServiceError, envelope: Envelope = ENVELOPE): Response {
  const { code, retryAfter } = error
  const headers: Record<string, string> = CLOSE_AFTER.has(code) ? { connection: 'close' } : {}
  if (retryAfter !== undefined) {
    const wait = Math.min(retryAfter, LONGEST_WAIT)
    headers['retry-after'] = String(retrySeconds(wait))
    headers['retry-after-ms'] = String(Math.ceil(wait))
    if (wait < retryAfter) headers['x-should-retry'] = 'false' // by themselves, libraries would be refused again
  }
  return Response.json(envelope.body(error), { status: STATUS[code], headers })
}

function codeAmong(codes: readonly ErrorCode[], options?: SchemaOptions) {
  return Type.Union(
    codes.map((code) => Type.Literal(code)),
    options,
  )
}
