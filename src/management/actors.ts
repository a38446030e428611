import { findManagementKey } from '../accounts/management-keys.ts'
import { ServiceError } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import type { HttpServices } from '../http/services.ts'
import type { Actor, Program } from './actor.ts'

/** Says who sends a request of the management API. */
export interface Actors {
  /**
   * The actor of a request.
   *
   * @throws ServiceError unauthorized, rate_limited; DatabaseUnavailable
   */
  of(request: Request, server: Bun.Server<unknown> | null): Promise<Actor>
}

/** Those who send a management key. */
export class KeyHolders implements Actors {
  readonly #http: HttpServices

  constructor(http: HttpServices) {
    this.#http = http
  }

  async of(request: Request, server: Bun.Server<unknown> | null): Promise<Program> {
    const { db, guard } = this.#http
    const key = keyIn(request)
    const found = await guard.check(networkOf(request, server), key, (sent) => findManagementKey(db, sent))
    if (found === undefined) throw signedOut(key)
    const { id, name, organizationId } = found
    return { kind: 'program', keyId: id, name, organizationId, isOperator: organizationId === null }
  }
}

/** The operator at the command line, who has proved it by opening the data folder or the database. */
const COMMAND_LINE: Program = {
  kind: 'program',
  keyId: null,
  name: 'command line',
  organizationId: null,
  isOperator: true,
}

/** For routes that only the command line can reach: everybody is the operator. */
export const ONLY_COMMAND_LINE: Actors = { of: async () => COMMAND_LINE }

function keyIn({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}

function signedOut(key: string | undefined): ServiceError {
  const message = key === undefined ? 'You are not signed in.' : 'The management key is not valid.'
  return new ServiceError('unauthorized', message, {
    detail: 'Sign in on the dashboard, or send a management key as "Authorization: Bearer mk_purr_…".',
  })
}
