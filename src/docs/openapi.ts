import type { TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { HEADER_DESCRIPTIONS, SECURITY_SCHEMES } from '../http/openapi.ts'
import { exampleOf, type Json, type JsonObject, JsonSchemas } from './json-schema.ts'

/** A route of the service, with what it says of itself. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly hooks: { readonly detail?: object }
}

/** An operation as `operation()` makes it. */
interface Documented {
  readonly responses: Readonly<Record<string, Response>>
  readonly requestBody?: WithContent
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

interface WithContent {
  readonly content?: Readonly<Record<string, MediaType>>
}

interface MediaType {
  readonly schema: TSchema
  readonly example?: unknown
  readonly examples?: unknown
}

interface Response extends WithContent {
  readonly description: string
}

/** The groups of operations in their order, by how their paths begin. The first that fits counts. */
const TAGS: readonly { readonly name: string; readonly description: string; readonly paths: RegExp }[] = [
  { name: 'Speech', description: 'Speak a text.', paths: /^\/tts\/(?!prompt)/ },
  {
    name: 'Voices and models',
    description: 'What can speak, and voices of your own.',
    paths: /^\/(voices|models)/,
  },
  {
    name: 'Phone prompts',
    description: 'URLs at which a text can be heard without a key.',
    paths: /^\/tts\/prompt/,
  },
  {
    name: 'Pronunciation dictionaries',
    description: 'How your words are said.',
    paths: /^\/pronunciation-dicts/,
  },
  {
    name: 'Calls',
    description: 'Speech on telephone calls, through the media streams of Twilio, Telnyx and Asterisk.',
    paths: /^\/calls\//,
  },
  { name: 'jambonz', description: 'Speech for jambonz, as its custom vendor.', paths: /^\/jambonz\// },
  {
    name: 'For clients of OpenAI',
    description: 'What clients of OpenAI and of Kokoro-FastAPI ask for.',
    paths: /^\/(v1|dev)\//,
  },
  { name: 'Billing', description: 'Buy credits.', paths: /^\/billing\// },
  {
    name: 'Management: people',
    description: 'Signing in, sessions, passwords and links to the dashboard.',
    paths: /^\/management\/(session|welcome|auth|password-reset|invitations)/,
  },
  {
    name: 'Management: members',
    description: 'Who belongs to an organization.',
    paths: /^\/management\/organizations\/:organization\/(members|invitations)/,
  },
  {
    name: 'Management: keys',
    description: 'API keys, which speak, and management keys, which manage.',
    paths: /^\/management\/.*(keys|access-token)/,
  },
  {
    name: 'Management: credits and usage',
    description: 'What an organization has, has used and may use.',
    paths: /^\/management\/organizations\/:organization\/(credits|usage|limits)/,
  },
  {
    name: 'Management: voices',
    description: 'Voices and models of an organization, and how a text is read.',
    paths: /^\/management\/organizations\/:organization\/(voices|models|how-it-is-read)/,
  },
  {
    name: 'Management: organizations',
    description: 'Organizations, which pay, and projects, which divide their keys.',
    paths: /^\/management\/organizations/,
  },
  { name: 'Management: server', description: 'For the operator.', paths: /^\/management\// },
  { name: 'Service', description: 'The service itself.', paths: /^\// },
]

/** Headers that clients send and that change nothing, so that those of Cartesia work as they are. */
export const VERSION_HEADERS = {
  'Purr-Version': Type.String({
    description: 'The version that the client was written for. Every version answers alike so far.',
    examples: ['0.4.1'],
  }),
  'Cartesia-Version': Type.String({
    description:
      "Sent by Cartesia's clients. Only `GET /voices/` reads it: for version 2024-06-10 it returns a bare array.",
    examples: ['2025-04-16'],
  }),
}

export const TITLE = 'Purr'
export const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }

const DESCRIPTION = `Speech for voice agents and telephones. The [API reference](/docs/api) says more about everything here.

The groups whose names begin with "Management" are the API of the [dashboard](/dashboard). Programs use it with a management key.

Fields that are not described are ignored, and an optional field that is null counts as absent. The WebSockets are described in
[AsyncAPI](/asyncapi.json).`

/** Methods whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['HEAD'])

/** The routes that describe themselves. */
export function documented<Each extends Route>(routes: readonly Each[]) {
  return routes.filter(({ hooks }) => hooks.detail !== undefined && 'responses' in hooks.detail)
}

/**
 * The OpenAPI document of the service.
 *
 * @param routes those without a description are left out
 */
export function openApiDocument(routes: readonly Route[], version: string): JsonObject {
  const schemas = new JsonSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  const tags = new Set<string>()
  for (const { method, path, hooks } of documented(routes)) {
    const { name: tag } = TAGS.find(({ paths }) => paths.test(path))!
    tags.add(tag)
    const address = addressOf(path)
    paths[address] ??= {}
    paths[address][method.toLowerCase()] = schemas.json({
      tags: [tag],
      operationId: operationId(method, path),
      ...withExamples(hooks.detail as Documented, method),
      parameters: [
        ...pathParameters(path, hooks.detail as Documented),
        ...((hooks.detail as Documented).parameters ?? []),
        ...versionHeaders(),
      ],
    })
  }
  return {
    openapi: '3.1.0',
    info: { title: TITLE, version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: '/', description: 'This server.' }],
    tags: TAGS.filter(({ name }) => tags.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.named,
      headers: schemas.json(HEADER_DESCRIPTIONS),
      securitySchemes: schemas.json(SECURITY_SCHEMES),
    },
  }
}

/** They are written out in each operation: Swagger UI shows references to them without their names. */
function versionHeaders() {
  return Object.entries(VERSION_HEADERS).map(([name, schema]) => ({ name, in: 'header', schema }))
}

/** The path of a route as OpenAPI writes it: `/voices/{id}`. */
export function addressOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

/** The names of the parameters in the path of a route. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
}

/** The parameters in the path that the operation does not describe. */
function pathParameters(path: string, { parameters = [] }: Documented) {
  return parametersOf(path)
    .filter((name) => !parameters.some((each) => each.in === 'path' && each.name === name))
    .map((name) => ({ name, in: 'path', required: true, schema: Type.String() }))
}

/** A name for the methods of generated clients: `postTtsBytes`. */
function operationId(method: string, path: string): string {
  const words = path.split(/\W+/).filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** An operation with examples of its bodies. */
function withExamples({ requestBody, responses, ...said }: Documented, method: string) {
  const answers = Object.entries(responses).map(([status, { content, ...response }]) => [
    status,
    { ...response, ...(!WITHOUT_BODY.has(method) && content && exemplified({ content })) },
  ])
  return {
    ...said,
    ...(requestBody && { requestBody: { ...requestBody, ...exemplified(requestBody) } }),
    responses: Object.fromEntries(answers),
  }
}

function exemplified({ content = {} }: WithContent) {
  const types = Object.entries(content).map(([type, media]) => {
    if (media.example !== undefined || media.examples !== undefined) return [type, media]
    const example = isText(type) ? exampleOf(media.schema) : isAudio(type) ? '(audio)' : undefined
    return [type, { ...media, ...(example !== undefined && { example }) }]
  })
  return { content: Object.fromEntries(types) }
}

/** Whether people can read a type. */
function isText(type: string): boolean {
  return type === 'application/json' || type === 'text/event-stream'
}

function isAudio(type: string): boolean {
  return type.startsWith('audio/') || type === 'application/octet-stream'
}
