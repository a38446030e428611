import { Elysia } from 'elysia'
import { findManagementKey } from '../accounts/management-keys.ts'
import { ServiceError } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import type { HttpServices } from '../http/services.ts'
import type { Actor } from './actor.ts'

/** Lets only requests pass that have a session or a management key, and gives their handlers the `actor`. */
export function managed(http: HttpServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    const key = keyIn(request)
    const found = await http.guard.check(networkOf(request, server), key, (sent) =>
      findManagementKey(http.db, sent),
    )
    if (found === undefined) throw signedOut(key)
    const { id, name, organizationId } = found
    const isOperator = organizationId === null
    return { actor: { kind: 'program', keyId: id, name, organizationId, isOperator } }
  })
}

function keyIn({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}

function signedOut(key: string | undefined): ServiceError {
  const message = key === undefined ? 'You are not signed in.' : 'The management key is not valid.'
  return new ServiceError('unauthorized', message, {
    detail: 'Sign in on the dashboard, or send a management key as "Authorization: Bearer mk_purr_…".',
  })
}
