import { Elysia } from 'elysia'
import type { CheckAgain } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import { type Actor, assertOperator, assertSignedIn, type Person } from './actor.ts'
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
export function operatorOnly({ db, actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<KnownOperator> => {
    const actor = await actors.of(request, server)
    assertOperator(actor)
    return { actor, checkAgain: () => assertSignedIn(db, actor) }
  })
}

/** Lets only signed-in people through, and passes the `person` to handlers: a program has no sessions and no password. */
export function personOnly({ db, actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<KnownPerson> => {
    const actor = await actors.of(request, server)
    if (actor.kind === 'person') return { person: actor, checkAgain: () => assertSignedIn(db, actor) }
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

type KnownOperator = { readonly actor: Actor; readonly checkAgain: CheckAgain }
type KnownPerson = { readonly person: Person; readonly checkAgain: CheckAgain }
