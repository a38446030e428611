import { Elysia } from 'elysia'
import { organizationRoutes } from './organization-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import type { AccountServices, ManagementServices } from './services.ts'
import { sessionRoutes } from './session-routes.ts'

/** The management API: what people do on the dashboard, and programs with a management key. */
export function managementRoutes(services: ManagementServices) {
  return new Elysia().use(sessionRoutes(services)).use(accountRoutes(services)).use(readingRoutes(services))
}

/** Those of its routes that need only the database: the command line has them without a server. */
export function accountRoutes(services: AccountServices) {
  return new Elysia().use(organizationRoutes(services))
}

/** For the typed client. */
export type ManagementApi = ReturnType<typeof managementRoutes>
