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
  input_too_long: 400,
  unauthorized: 401,
  payment_required: 402,
  voice_not_found: 404,
  not_found: 404,
  payload_too_large: 413,
  upgrade_required: 426,
  concurrent_limit: 429,
  internal_error: 500,
  upstream_unavailable: 502,
  billing_unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** Codes whose bodies have two fields; all others have four (spec 7.1). */
const TWO_FIELDS: ReadonlySet<ErrorCode> = new Set([
  'concurrent_limit',
  'payload_too_large',
  'unauthorized',
  'payment_required',
  'upstream_unavailable',
  'invalid_output_format',
])

/** A failure with a code for the client and, as `cause`, what the log should know. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** What the client can do about it. */
  readonly detail: string | null

  /**
   * @param message what is wrong, in words the client's developer understands
   * @param options.detail what to do about it
   * @param options.cause for the log only, never sent
   */
  constructor(code: ErrorCode, message: string, options: { detail?: string; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.detail = options.detail ?? null
  }
}

/** The error as an HTTP answer, in the envelope that its code has. */
export function errorResponse(error: ServiceError): Response {
  const { code, message, detail } = error
  const body = TWO_FIELDS.has(code)
    ? { error: code, message: detail === null ? message : `${message} ${detail}` }
    : { error: code, error_code: code, message, detail }
  return Response.json(body, { status: STATUS[code] })
}
