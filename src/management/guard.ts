import { Elysia } from 'elysia'
import { type Actor, assertOperator, type Role, roleIn } from './actor.ts'
import type { AccountServices } from './services.ts'

/** Lets only requests pass that have a session or a management key, and gives their handlers the `actor`. */
export function managed({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    return { actor: await actors.of(request, server) }
  })
}

/**
 * The same, and only those pass who have a role: in the organization of the path, or `operator` where the path has none. Gives
 * handlers the `role` too. Use it before what reads the body, so that nothing is read of a request that is refused.
 *
 * @param least the role that is needed; the documentation of the routes says the same as `requires`
 */
export function allowed({ actors, db }: AccountServices, least: Role) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request, server, params }): Promise<{ actor: Actor; role: Role }> => {
      const actor = await actors.of(request, server)
      const { organization } = params as { organization?: string }
      if (organization !== undefined) return { actor, role: await roleIn(db, actor, organization, least) }
      assertOperator(actor)
      return { actor, role: 'operator' }
    },
  )
}
