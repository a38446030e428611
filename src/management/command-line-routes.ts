import { Elysia } from 'elysia'
import { KeyWatch } from '../accounts/key-watch.ts'
import { BodyReader } from '../http/body.ts'
import { KeyGuard } from '../http/key-guard.ts'
import { ListGuard } from '../http/list-guard.ts'
import { ONLY_COMMAND_LINE } from './access/actors.ts'
import type { AccountServices } from './access/services.ts'
import { reportRoutes } from './report-routes.ts'
import { accountRoutes } from './routes.ts'

type CommandLineServices = Pick<AccountServices, 'db' | 'log' | 'operatorEmail'> &
  Partial<Pick<AccountServices, 'guard' | 'keys'>>

/**
 * The routes for the command line: those that need only the database, and reports. Whoever reaches them is the operator, so
 * they are never served where others can. A server passes its own guard and watch of keys, which learn what is made and
 * revoked here.
 */
export function commandLineRoutes({
  db,
  log,
  operatorEmail,
  guard = new KeyGuard(),
  keys = new KeyWatch(db, log, (prefix) => guard.forget(prefix)),
}: CommandLineServices) {
  const services = {
    db,
    log,
    operatorEmail,
    guard,
    lists: new ListGuard(),
    bodies: new BodyReader(),
    actors: ONLY_COMMAND_LINE,
    keys,
    selling: {},
  }
  return new Elysia().use(accountRoutes(services)).use(reportRoutes(services))
}

/** The type of the routes, for Eden's client. */
export type CommandLineApi = ReturnType<typeof commandLineRoutes>
