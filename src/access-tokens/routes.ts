import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { makeKeyToken } from '../accounts/key-token.ts'
import { authentication } from '../http/authentication.ts'
import { BODY_LIMIT, jsonBody } from '../http/body.ts'
import { errorHandler } from '../http/error-handler.ts'
import { ServiceError } from '../http/errors.ts'
import { BODY_ERRORS, operation } from '../http/openapi.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'
import type { HttpServices } from '../http/services.ts'
import { expiryOf, tokenLife } from '../http/token-life.ts'

/** The body of POST /access-token. Grants other than `tts` are for services that Purr does not have, and give nothing. */
const TOKEN_REQUEST = Type.Object({
  grants: checkedBy<object>(grantsSpeech, {
    type: 'object',
    properties: { tts: { const: true, description: 'The token speaks, and lists voices and models.' } },
    required: ['tts'],
    description: 'What can be done with the token.',
    examples: [{ tts: true }],
    [REFUSAL]: () =>
      new ServiceError('invalid_grants', 'grants does not have tts: true.', {
        detail: 'Send {"grants": {"tts": true}} for a token that speaks. Purr has no other grants.',
      }),
  }),
  expires_in: tokenLife('Seconds for which requests and WebSockets can begin with the token.'),
})

const TOKEN = Type.Object(
  {
    token: Type.String({
      description: 'Stands for the key as a Bearer token, or as access_token of a WebSocket.',
      examples: ['tts_6n3vZ2Qm…'],
    }),
  },
  { additionalProperties: false },
)

/** POST /access-token: a token that a program hands to a browser in the place of the key. */
export function accessTokenRoutes(http: HttpServices) {
  return new Elysia()
    .use(errorHandler(http))
    .use(authentication(http))
    .use(jsonBody(http.bodies, TOKEN_REQUEST, BODY_LIMIT))
    .post(
      '/access-token',
      async ({ caller, input }) => {
        return { token: await makeKeyToken(http.db, 'tts', caller.keyId, expiryOf(input.expires_in)) }
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Make a token with which a web page can speak for a while, in the place of the key.',
          body: { 'application/json': TOKEN_REQUEST },
          answer: { description: 'The token.', content: { 'application/json': TOKEN } },
          errors: [...BODY_ERRORS, 'invalid_grants', 'invalid_expiry'],
        }),
      },
    )
}

function grantsSpeech(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'tts' in value && value.tts === true
}
