import { Elysia } from 'elysia'
import type { CheckAgain } from '../../http/body.ts'
import { type Actor, type Role, roleIn } from './actor.ts'
import type { AccountServices } from './services.ts'

/**
 * Lets only requests pass whose actor has at least a role in the organization in the path, before anything is read of their
 * body. It gives handlers the `actor`, its `role` and the `organizationId`. The role is checked again when a body has come: whoever
 * was removed meanwhile does nothing more, and an organization that was deleted is not found.
 */
export function inOrganization({ db, actors }: AccountServices, least: Role) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request, server, params }): Promise<InOrganization> => {
      const actor = await actors.of(request, server)
      const organizationId = ((params as { organization?: string }).organization ?? '').toLowerCase()
      const check = async () => ({ role: await roleIn(db, actor, organizationId, least) })
      return { actor, organizationId, ...(await check()), checkAgain: check }
    },
  )
}

type InOrganization = {
  readonly actor: Actor
  readonly organizationId: string
  readonly role: Role
  readonly checkAgain: CheckAgain
}
