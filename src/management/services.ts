import type { HttpServices } from '../http/services.ts'

/** What the routes of the management API use. */
export interface ManagementServices extends HttpServices {}
