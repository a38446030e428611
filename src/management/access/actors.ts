import { findManagementKey } from '../../accounts/management-keys.ts'
import { bearerOf } from '../../http/bearer.ts'
import { networkOf } from '../../http/network.ts'
import type { HttpServices } from '../../http/services.ts'
import { type Actor, type Program, signedOut } from './actor.ts'
import type { Auth } from './auth.ts'
import { RequestBudgets } from './request-budgets.ts'
import { assertSameSite } from './same-site.ts'

/** Says who sends a request of the management API. */
export interface Actors {
  /**
   * The actor of a request.
   *
   * @throws ServiceError unauthorized, rate_limited, not_granted if a page of another site has sent it; DatabaseUnavailable
   */
  of(request: Request, server: Bun.Server<unknown> | null): Promise<Actor>
}

/** Actors who send a management key, or whose browser is signed in. */
export class KnownActors implements Actors {
  readonly #http: HttpServices
  readonly #auth: Auth
  readonly #budgets = new RequestBudgets()

  constructor(http: HttpServices, auth: Auth) {
    this.#http = http
    this.#auth = auth
  }

  async of(request: Request, server: Bun.Server<unknown> | null): Promise<Actor> {
    const key = bearerOf(request)
    const cookie = key === undefined ? this.#auth.cookieOf(request) : undefined
    if (cookie !== undefined) assertSameSite(request, this.#auth.publicUrl)
    const { db, guard } = this.#http
    const found = await guard.check<Actor>(networkOf(request, server), key ?? cookie, (sent) =>
      key === undefined ? this.#auth.personOf({ request, server }) : programOf(findManagementKey(db, sent)),
    )
    if (found === undefined) throw signedOut(key === undefined ? 'person' : 'program')
    this.#budgets.take(found.kind === 'person' ? found.userId : found.keyId!)
    return found
  }
}

async function programOf(finding: ReturnType<typeof findManagementKey>): Promise<Program | undefined> {
  const found = await finding
  if (found === undefined) return undefined
  const { id, name, organizationId } = found
  return { kind: 'program', keyId: id, name, organizationId, isOperator: organizationId === null }
}

/** The operator at the command line, who has proved it by opening the data folder or the database. */
export const COMMAND_LINE: Program = {
  kind: 'program',
  keyId: null,
  name: 'command line',
  organizationId: null,
  isOperator: true,
}

/** For routes that only the command line can reach: everybody is the operator. */
export const ONLY_COMMAND_LINE: Actors = { of: async () => COMMAND_LINE }
