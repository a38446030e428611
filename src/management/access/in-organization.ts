import { Elysia } from 'elysia'
import { type Actor, type Role, roleIn } from './actor.ts'
import type { AccountServices } from './services.ts'

/**
 * Lets only requests pass whose actor has at least a role in the organization in the path, before anything is read of their
 * body. It gives handlers the `actor`, its `role` and the `organizationId`.
 */
export function inOrganization({ db, actors }: AccountServices, least: Role) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request, server, params }): Promise<InOrganization> => {
      const actor = await actors.of(request, server)
      const organizationId = ((params as { organization?: string }).organization ?? '').toLowerCase()
      return { actor, organizationId, role: await roleIn(db, actor, organizationId, least) }
    },
  )
}

/**
 * Checks the role again when a body has come, which can take half a minute: whoever was removed meanwhile does nothing more, and
 * an organization that was deleted is not found. Use it after {@link inOrganization} and the plugin that reads the body.
 */
export function stillInOrganization({ db }: AccountServices, least: Role) {
  return new Elysia().derive({ as: 'scoped' }, async (context): Promise<{ readonly role: Role }> => {
    const { actor, organizationId } = context as unknown as InOrganization
    return { role: await roleIn(db, actor, organizationId, least) }
  })
}

type InOrganization = {
  readonly actor: Actor
  readonly organizationId: string
  readonly role: Role
}
