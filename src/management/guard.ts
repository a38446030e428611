import { Elysia } from 'elysia'
import type { Actor } from './actor.ts'
import type { AccountServices } from './services.ts'

/** Lets only requests pass that have a session or a management key, and gives their handlers the `actor`. */
export function managed({ actors }: AccountServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }): Promise<{ actor: Actor }> => {
    return { actor: await actors.of(request, server) }
  })
}
