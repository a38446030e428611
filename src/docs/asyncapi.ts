import { type TSchema, Type } from '@sinclair/typebox'
import { KEY_SCHEMES, type Messages, messagesOf } from '../http/openapi.ts'
import { exampleOf, type Json, type JsonObject, JsonSchemas } from './json-schema.ts'
import {
  addressOf,
  documented,
  LICENSE,
  parametersOf,
  type Route,
  TITLE,
  VERSION_HEADERS,
} from './openapi.ts'

const DESCRIPTION = `The WebSockets of Purr. The API reference at /docs/api says more about them, and /openapi.json describes the
rest of the service. Purr receives what the operations with the action receive describe, and sends the others.`

/** A handshake as `handshake()` describes it. */
interface Handshake {
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: TSchema }[]
}

/** What the URL of every WebSocket may have. */
const COMMON_QUERY = {
  api_key: Type.String({ description: 'An API key, for clients that cannot set headers.' }),
  access_token: Type.String({
    description: 'An access token, or the key under the name that some clients use.',
  }),
  cartesia_version: Type.String({ description: "Sent by Cartesia's clients; ignored." }),
}

/** The `servers` of the document, for clients that reach the server at an origin such as https://speech.example.com. */
export function serversAt(origin: string): JsonObject {
  const { protocol, host } = new URL(origin)
  return {
    purr: {
      host,
      protocol: protocol === 'https:' ? 'wss' : 'ws',
      description: 'This server.',
      security: Object.keys(KEY_SCHEMES).map((name) => ({
        $ref: `#/components/securitySchemes/${name}`,
      })),
    },
  }
}

/**
 * The AsyncAPI document of the service without its `servers`: its WebSockets and their messages.
 *
 * @param routes those without messages are left out
 */
export function asyncApiDocument(routes: readonly Route[], version: string): JsonObject {
  const schemas = new JsonSchemas()
  const channels: Record<string, Json> = {}
  const operations: Record<string, Json> = {}
  for (const { path, hooks } of documented(routes)) {
    const messages = messagesOf(hooks.detail!)
    if (messages === undefined) continue
    const { sent, received } = messages
    const id = path
      .split(/\W+/)
      .filter((word) => word !== '')
      .join('-')
    channels[id] = schemas.json(channel(path, hooks.detail as Handshake, { ...received, ...sent }))
    operations[`${id}-receive`] = does('receive', id, sent)
    operations[`${id}-send`] = does('send', id, received)
  }
  return {
    asyncapi: '3.0.0',
    info: { title: TITLE, version, description: DESCRIPTION, license: LICENSE },
    defaultContentType: 'application/json',
    channels,
    operations,
    components: { schemas: schemas.named, securitySchemes: securitySchemes() },
  }
}

function channel(path: string, { summary, description, parameters = [] }: Handshake, messages: Messages) {
  const query = parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema])
  const inPath = parametersOf(path).map((name) => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema
    return [name, { description: schema?.description, examples: schema?.examples }]
  })
  return {
    address: addressOf(path),
    summary,
    description,
    ...(inPath.length > 0 && { parameters: Object.fromEntries(inPath) }),
    messages: Object.fromEntries(Object.entries(messages).map(([name, schema]) => [name, message(schema)])),
    bindings: {
      ws: {
        method: 'GET',
        query: { type: 'object', properties: { ...Object.fromEntries(query), ...COMMON_QUERY } },
        headers: { type: 'object', properties: VERSION_HEADERS },
        bindingVersion: '0.1.0',
      },
    },
  }
}

function message(schema: TSchema) {
  const payload = exampleOf(schema)
  return {
    summary: schema.description,
    contentType: schema.contentMediaType,
    payload: schema,
    ...(payload !== undefined && { examples: [{ payload }] }),
  }
}

/** @param action of Purr: it receives what clients send */
function does(action: 'send' | 'receive', channel: string, messages: Messages): Json {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  }
}

/** The ways in which a key is sent, as AsyncAPI names them. */
function securitySchemes(): JsonObject {
  const schemes = Object.entries(KEY_SCHEMES).map(([name, scheme]) => {
    return [name, { ...scheme, type: scheme.type === 'apiKey' ? 'httpApiKey' : scheme.type }]
  })
  return Object.fromEntries(schemes)
}
