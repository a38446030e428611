import { Elysia } from 'elysia'
import { BodyReader } from '../http/body.ts'
import { ListGuard } from '../http/list-guard.ts'
import { ONLY_COMMAND_LINE } from './actors.ts'
import { accountRoutes } from './routes.ts'
import type { AccountServices } from './services.ts'

/**
 * The routes for the command line: those that need only the database. Whoever reaches them is the operator, so they are never
 * served where others can.
 */
export function commandLineRoutes({ db, log }: Pick<AccountServices, 'db' | 'log'>) {
  const services = {
    db,
    log,
    lists: new ListGuard(),
    bodies: new BodyReader(),
    actors: ONLY_COMMAND_LINE,
  }
  return new Elysia().use(accountRoutes(services))
}

/** For the typed client. */
export type CommandLineApi = ReturnType<typeof commandLineRoutes>
