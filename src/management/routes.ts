import { Elysia } from 'elysia'
import { organizationRoutes } from './organization-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import type { ManagementServices } from './services.ts'
import { sessionRoutes } from './session-routes.ts'

/** The management API: what people do on the dashboard, and programs with a management key. */
export function managementRoutes(services: ManagementServices) {
  return new Elysia()
    .use(sessionRoutes(services))
    .use(organizationRoutes(services))
    .use(readingRoutes(services))
}

/** For the typed client. */
export type ManagementApi = ReturnType<typeof managementRoutes>
