import { Elysia } from 'elysia'
import { ServiceError } from '../../http/errors.ts'
import { type Actor, assertOperator, type Person } from './actor.ts'
import type { Auth } from './auth.ts'
import { assertSameSite } from './same-site.ts'
import type { AccountServices } from './services.ts'

/** Lets only requests through that have a session or a management key, and passes the `actor` to their handlers. */
export function managed({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    return { actor: await actors.of(request, server) }
  })
}

/** Lets only the operator through, and passes the `actor` to handlers. Use it before what reads the body. */
export function operatorOnly({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    const actor = await actors.of(request, server)
    assertOperator(actor)
    return { actor }
  })
}

/** Lets only signed-in people through, and passes the `person` to handlers: a program has no sessions and no password. */
export function personOnly({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ person: Person }> => {
    const actor = await actors.of(request, server)
    if (actor.kind === 'person') return { person: actor }
    throw new ServiceError('not_granted', 'Only a person who is signed in may do this.', {
      detail: 'A management key has no sessions and no password.',
    })
  })
}

/** Lets only requests pass that no page of another site has made, for routes that need no session. */
export function fromHere({ publicUrl }: Pick<Auth, 'publicUrl'>) {
  return new Elysia().derive({ as: 'scoped' }, ({ request }) => {
    assertSameSite(request, publicUrl)
    return {}
  })
}
