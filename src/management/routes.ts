import { Elysia } from 'elysia'
import { compressed } from '../http/compressed.ts'
import type { AccountServices, ManagementServices } from './access/services.ts'
import { creditRoutes } from './credits/credit-routes.ts'
import { dashboardTokenRoutes } from './keys/dashboard-token-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { managementKeyRoutes } from './keys/management-key-routes.ts'
import type { Live } from './live/live.ts'
import { liveRoutes } from './live/live-routes.ts'
import { organizationRoutes } from './organizations/organization-routes.ts'
import { projectRoutes } from './organizations/project-routes.ts'
import { invitationRoutes } from './people/invitation-routes.ts'
import { linkRoutes } from './people/link-routes.ts'
import { memberRoutes } from './people/member-routes.ts'
import { ownSessionRoutes } from './people/own-session-routes.ts'
import { passwordResetRoutes } from './people/password-reset-routes.ts'
import { sessionRoutes } from './people/session-routes.ts'
import { usageRoutes } from './usage/usage-routes.ts'
import { readingRoutes } from './voices/reading-routes.ts'
import { voiceManagementRoutes } from './voices/voice-routes.ts'

/**
 * The management API: what people do on the dashboard, and programs with a management key.
 *
 * @param live what the process is doing
 */
export function managementRoutes(services: ManagementServices, live: Live) {
  return new Elysia()
    .use(compressed())
    .use(sessionRoutes(services))
    .use(ownSessionRoutes(services))
    .use(linkRoutes(services))
    .use(accountRoutes(services))
    .use(readingRoutes(services))
    .use(liveRoutes(services, live))
    .use(voiceManagementRoutes(services))
}

/** The management routes that need only the database: the command line has them without a server. */
export function accountRoutes(services: AccountServices) {
  return new Elysia()
    .use(organizationRoutes(services))
    .use(projectRoutes(services))
    .use(keyRoutes(services))
    .use(dashboardTokenRoutes(services))
    .use(memberRoutes(services))
    .use(invitationRoutes(services))
    .use(managementKeyRoutes(services))
    .use(passwordResetRoutes(services))
    .use(usageRoutes(services))
    .use(creditRoutes(services))
}

/** The type of the routes, for Eden's client. */
export type ManagementApi = ReturnType<typeof managementRoutes>
