import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { DocumentDecoration } from 'elysia'
import { type ErrorCode, errorBody, STATUS } from './errors.ts'

/** Schemas by media type. */
type Content = Readonly<Record<string, TSchema>>

interface Operation {
  readonly summary: string
  readonly query?: TObject
  readonly body?: Content
  /** The answer if nothing fails; by default with status 200. */
  readonly answer: { readonly status?: number; readonly description: string; readonly content?: Content }
  /** The codes of its errors, besides those of every operation. */
  readonly errors: readonly ErrorCode[]
  /** The schema of an error's body. */
  readonly errorBody?: (code: ErrorCode) => TSchema
}

/** The codes of errors that every operation with a body can have. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'service_stopping',
]

/** The codes of errors that every operation with a key can have. */
const COMMON: readonly ErrorCode[] = ['unauthorized', 'rate_limited', 'internal_error', 'billing_unavailable']

/**
 * The documentation of a route, for Elysia's `detail`: an operation object of OpenAPI 3.1 with the schemas that requests are
 * checked by. Elysia checks nothing with it.
 */
export function operation({ errorBody: bodyOf = errorBody, ...said }: Operation): DocumentDecoration {
  const { summary, query, body, answer, errors } = said
  const byStatus = Map.groupBy([...new Set([...errors, ...COMMON])], (code) => STATUS[code])
  const refusals = [...byStatus].map(([status, codes]) => [
    status,
    { description: codes.join(', '), ...content({ 'application/json': oneOfBodies(codes.map(bodyOf)) }) },
  ])
  const success = { description: answer.description, ...content(answer.content) }
  return {
    summary,
    ...(query && { parameters: parameters(query) }),
    ...(body && { requestBody: { required: true, ...content(body) } }),
    responses: { [answer.status ?? 200]: success, ...Object.fromEntries(refusals) },
  } as DocumentDecoration
}

function oneOfBodies(bodies: readonly TSchema[]): TSchema {
  const [first, ...others] = new Set(bodies)
  return others.length === 0 ? first! : Type.Union([first!, ...others])
}

function content(schemas: Content | undefined) {
  if (schemas === undefined) return {}
  return { content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])) }
}

function parameters({ properties, required = [] }: TObject) {
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
}
