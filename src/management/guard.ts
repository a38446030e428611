import { Elysia } from 'elysia'
import { type Actor, assertOperator } from './actor.ts'
import type { AccountServices } from './services.ts'

/** Lets only requests pass that have a session or a management key, and gives their handlers the `actor`. */
export function managed({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    return { actor: await actors.of(request, server) }
  })
}

/** The same, and only the operator passes. Use it before what reads the body. */
export function operatorOnly({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    const actor = await actors.of(request, server)
    assertOperator(actor)
    return { actor }
  })
}
