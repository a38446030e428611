import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { DocumentDecoration } from 'elysia'
import { meaningOf, sampleError } from './error-samples.ts'
import { ENVELOPE, type Envelope, type ErrorCode, STATUS } from './errors.ts'

/** Schemas by media type. */
type Content = Readonly<Record<string, TSchema>>

interface Answer {
  readonly description: string
  readonly content?: Content
}

/**
 * The least privileged actor who may use a route of the management API: a person, anybody who is signed in or has a management
 * key, or a member, an owner or the operator of the organization in its path.
 */
export type Requirement = 'person' | 'sign-in' | 'member' | 'owner' | 'operator'

/** Who may send a request: each entry is one way, by the names of {@link SECURITY_SCHEMES}. Without an entry, everybody. */
type Access = readonly Record<string, string[]>[]

interface Operation {
  readonly summary: string
  /** What the summary leaves out, in Markdown. */
  readonly description?: string
  /** The parameters in the path; those that are left out are texts. */
  readonly path?: TObject
  readonly query?: TObject
  /** The headers of the request that have a meaning here alone. */
  readonly headers?: TObject
  readonly body?: Content
  /** A sample request body that gets the described response; by default made of the schema's examples. */
  readonly example?: unknown
  /** The response if nothing fails; by default with status 200. */
  readonly answer: Answer & { readonly status?: number }
  /** Other responses if nothing fails, by status. */
  readonly otherAnswers?: Readonly<Record<number, Answer>>
  /** The codes of its errors, besides those of every operation with a key. */
  readonly errors: readonly ErrorCode[]
  readonly envelope?: Envelope
  /** Who may send the request; by default everybody with a key. */
  readonly access?: Access
  /** What a route of the management API requires, in place of `access`. The route itself checks it; a test tries. */
  readonly requires?: Requirement
  /** Whether it counts as a request of the organization: then every response but that to a wrong key says what is left. */
  readonly isCounted?: boolean
}

/** The messages of a WebSocket by their names. A binary message is a text with that media type. */
export type Messages = Readonly<Record<string, TSchema>>

interface Handshake extends Omit<Operation, 'answer' | 'body' | 'example' | 'otherAnswers'> {
  /** What clients send and what they receive. Undefined: the protocol is that of a telephone system. */
  readonly messages?: { readonly sent: Messages; readonly received: Messages }
}

/** The property of a WebSocket's documentation that has its messages. JSON has no symbols, so OpenAPI has none of it. */
const MESSAGES = Symbol('messages')

/** The ways in which an API key is sent. */
export const KEY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, or an access token, as `Authorization: Bearer <key>`.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key, or a token, as the password. Only media streams of calls take it.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  apiKeyInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'An API key in the URL of a WebSocket: browsers cannot set headers there.',
  },
  accessTokenInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'An access token, or the key under the name that some clients use.',
  },
} as const

/** All ways in which a request says who sends it. */
export const SECURITY_SCHEMES = {
  ...KEY_SCHEMES,
  managementKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A management key, as `Authorization: Bearer mk_purr_…`. It manages, and does not speak.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'purr_session',
    description: 'The cookie of a browser that is signed in.',
  },
} as const

/** What a route says of who may use it. */
const REQUIREMENTS: Readonly<Record<Requirement, string>> = {
  person: 'For everybody who is signed in, but for no management key.',
  'sign-in': 'For everybody who is signed in, and every management key.',
  member: 'For members of the organization and management keys.',
  owner: 'For owners of the organization and management keys.',
  operator: 'For the operator, and management keys of the operator.',
}

/** The response headers that are the same for all routes, to which operations refer. */
export const HEADER_DESCRIPTIONS = {
  'Purr-Version': {
    description: 'The version of the service.',
    schema: Type.String({ examples: ['0.4.1'] }),
  },
  'X-Request-Id': {
    description: 'Names the request in the log.',
    schema: Type.String({ pattern: '^[\\w-]{8,40}$', examples: ['8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10'] }),
  },
  'Retry-After': {
    description: 'Seconds after which to try again, 60 at most. If it is longer, the message says how long.',
    schema: Type.Integer({ minimum: 1, maximum: 60 }),
  },
  'retry-after-ms': {
    description: 'The same in milliseconds.',
    schema: Type.Integer({ minimum: 0, maximum: 60_000 }),
  },
  'x-should-retry': {
    description:
      '`false` if the wait is longer than a minute: libraries then do not try again by themselves.',
    schema: Type.Literal('false'),
  },
  'RateLimit-Policy': {
    description: 'How many requests (q) the organization can make in how many seconds (w).',
    schema: Type.String({ examples: ['"requests";q=60;w=60'] }),
  },
  RateLimit: {
    description: 'How many requests are left (r), and the seconds until there is one (t).',
    schema: Type.String({ examples: ['"requests";r=59'] }),
  },
} as const

/** A key in a header. */
const WITH_KEY: Access = [{ bearer: [] }, { apiKey: [] }]
/** A session or a management key. */
const SIGNED_IN: Access = [{ session: [] }, { managementKey: [] }]
const WITH_SESSION: Access = [{ session: [] }]
/** A key in a header or, as in the handshake of a WebSocket, in the URL. */
const WITH_KEY_IN_HANDSHAKE: Access = [...WITH_KEY, { apiKeyInAddress: [] }, { accessTokenInAddress: [] }]

/** The codes of errors that every operation with a body can have. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'service_stopping',
]

/** The codes of errors that every operation with a key can have. */
const KEY_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'not_granted',
  'rate_limited',
  'internal_error',
  'billing_unavailable',
]

/**
 * The documentation of a route, for Elysia's `detail`: an operation object of OpenAPI 3.1 with the schemas that requests are
 * checked by. Elysia checks nothing with it.
 */
export function operation({
  summary,
  description,
  path,
  query,
  headers,
  body,
  example,
  answer,
  otherAnswers = {},
  errors,
  envelope = ENVELOPE,
  requires,
  access = accessOf(requires),
  isCounted = false,
}: Operation): DocumentDecoration {
  const rates = isCounted ? headersOf('RateLimit', 'RateLimit-Policy') : {}
  const codes = [...new Set([...errors, ...(access.length > 0 ? KEY_ERRORS : [])])]
  const refusals = [...Map.groupBy(codes, (code) => STATUS[code])].map(([status, these]) => [
    status,
    withHeaders(refused(these, envelope), {
      ...(status !== STATUS.unauthorized && rates),
      ...(status === STATUS.rate_limited && headersOf('Retry-After', 'retry-after-ms', 'x-should-retry')),
    }),
  ])
  const others = Object.entries(otherAnswers).map(([status, each]) => [
    status,
    withHeaders(answered(each), rates),
  ])
  const parameters = [
    ...parametersIn('path', path),
    ...parametersIn('query', query),
    ...parametersIn('header', headers),
  ]
  const said = [description, requires && REQUIREMENTS[requires]].filter((each) => each !== undefined)
  return {
    summary,
    ...(said.length > 0 && { description: said.join('\n\n') }),
    ...(requires && { 'x-requires': requires }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...content(body, example) } }),
    responses: {
      [answer.status ?? 200]: withHeaders(answered(answer), rates),
      ...Object.fromEntries(others),
      ...Object.fromEntries(refusals),
    },
    security: [...access],
  } as DocumentDecoration
}

function accessOf(requires: Requirement | undefined): Access {
  if (requires === undefined) return WITH_KEY
  return requires === 'person' ? WITH_SESSION : SIGNED_IN
}

/** The documentation of a route at which clients connect with a WebSocket. */
export function handshake({
  messages,
  errors,
  access = WITH_KEY_IN_HANDSHAKE,
  ...said
}: Handshake): DocumentDecoration {
  const answer = { status: 101, description: 'The connection is a WebSocket now.' }
  const documented = operation({ ...said, access, answer, errors: [...errors, 'upgrade_required'] })
  return Object.assign(documented, { [MESSAGES]: messages })
}

/** The messages of a route's WebSocket; undefined for all other routes. */
export function messagesOf(detail: object): Handshake['messages'] {
  return (detail as { [MESSAGES]?: Handshake['messages'] })[MESSAGES]
}

/** A response with one of some errors: each code with what it means and an example, and no other code. */
function refused(codes: readonly ErrorCode[], envelope: Envelope) {
  const bodies = [...Map.groupBy(codes, envelope.schema)].map(([schema, these]) =>
    Type.Intersect([schema, envelope.ofCodes(these)]),
  )
  const schema = bodies.length === 1 ? bodies[0]! : Type.Union(bodies)
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: meaningOf(code), value: envelope.body(sampleError(code)) }]),
  )
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('\n\n'),
    content: { 'application/json': { schema, examples } },
  }
}

/** References to headers that responses share. */
function headersOf(...names: readonly (keyof typeof HEADER_DESCRIPTIONS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function withHeaders(response: object, more: object) {
  return { ...response, headers: { ...headersOf('Purr-Version', 'X-Request-Id'), ...more } }
}

function answered({ description, content: schemas }: Answer) {
  return { description, ...content(schemas) }
}

function content(schemas: Content | undefined, example?: unknown) {
  if (schemas === undefined) return {}
  const types = Object.entries(schemas).map(([type, schema]) => {
    return [type, { schema, ...(example !== undefined && { example }) }]
  })
  return { content: Object.fromEntries(types) }
}

function parametersIn(place: 'path' | 'query' | 'header', schema: TObject | undefined) {
  const { properties = {}, required = [] } = schema ?? {}
  return Object.entries(properties).map(([name, each]) => {
    return { name, in: place, required: required.includes(name), schema: each }
  })
}
