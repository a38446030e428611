import { Elysia } from 'elysia'
import { creditRoutes } from './credit-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { managementKeyRoutes } from './management-key-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { organizationRoutes } from './organization-routes.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import type { AccountServices, ManagementServices } from './services.ts'
import { sessionRoutes } from './session-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { voiceManagementRoutes } from './voice-routes.ts'

/** The management API: what people do on the dashboard, and programs with a management key. */
export function managementRoutes(services: ManagementServices) {
  return new Elysia()
    .use(sessionRoutes(services))
    .use(linkRoutes(services))
    .use(accountRoutes(services))
    .use(readingRoutes(services))
    .use(liveRoutes(services))
    .use(voiceManagementRoutes(services))
}

/** Those of its routes that need only the database: the command line has them without a server. */
export function accountRoutes(services: AccountServices) {
  return new Elysia()
    .use(organizationRoutes(services))
    .use(projectRoutes(services))
    .use(keyRoutes(services))
    .use(memberRoutes(services))
    .use(invitationRoutes(services))
    .use(managementKeyRoutes(services))
    .use(passwordResetRoutes(services))
    .use(usageRoutes(services))
    .use(creditRoutes(services))
}

/** For the typed client. */
export type ManagementApi = ReturnType<typeof managementRoutes>
