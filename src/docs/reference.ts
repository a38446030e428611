import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { operation } from '../http/openapi.ts'
import { asyncApiDocument, serversAt } from './asyncapi.ts'
import type { JsonObject } from './json-schema.ts'
import { openApiDocument, type Route } from './openapi.ts'

/** As much of a document as it says of itself. */
function documentOf(kind: 'openapi' | 'asyncapi', version: string) {
  const info = Type.Object({
    title: Type.String({ examples: ['Purr'] }),
    version: Type.String({ examples: ['0.4.1'] }),
  })
  return Type.Object({ [kind]: Type.Literal(version), info })
}

/** What the documents describe. */
export interface Described {
  /** All routes of the service, asked for when a document is. */
  readonly routes: () => readonly Route[]
  readonly version: string
  /** Where clients reach the service. Undefined: where they ask. */
  readonly publicUrl?: string
}

/** GET /openapi.json and GET /asyncapi.json, without a key: what the routes say of themselves. Each is made once. */
export function referenceRoutes({ routes, version, publicUrl }: Described) {
  let openApi: string | undefined
  let asyncApi: JsonObject | undefined
  return new Elysia()
    .get(
      '/openapi.json',
      () => {
        openApi ??= JSON.stringify(openApiDocument(routes(), version))
        return new Response(openApi, { headers: { 'content-type': 'application/json' } })
      },
      {
        detail: operation({
          summary: 'Describe the routes of the service in OpenAPI 3.1.',
          answer: {
            description: 'This document.',
            content: { 'application/json': documentOf('openapi', '3.1.0') },
          },
          errors: [],
          access: [],
        }),
      },
    )
    .get(
      '/asyncapi.json',
      ({ request, server }) => {
        asyncApi ??= asyncApiDocument(routes(), version)
        const { origin } = URL.parse(request.url) ?? server!.url // a Host can be anything
        return { ...asyncApi, servers: serversAt(publicUrl ?? origin) }
      },
      {
        detail: operation({
          summary: 'Describe the WebSockets of the service in AsyncAPI 3.0.',
          answer: {
            description: 'The document.',
            content: { 'application/json': documentOf('asyncapi', '3.0.0') },
          },
          errors: [],
          access: [],
        }),
      },
    )
}
