import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedFolder } from './open.ts'
import { withAdvice, withoutStatement } from './unavailable.ts'

/** What a running server does for the command line: functions of values that JSON can hold, by name. */
export type ControlCommands = Readonly<Record<string, (input: never) => Promise<unknown>>>

/** The socket through which the command line reaches the server that has an embedded database open. */
export function controlSocket(dataDir: string): string {
  return join(embeddedFolder(dataDir), 'control.sock')
}

/**
 * Serves commands and requests on a Unix socket that only the user of this process can open, who is the operator. The caller
 * must have the lock of the database, because a socket that is there already is one that a killed server has left.
 *
 * @param requests answers what is no command
 * @throws Error of the operating system when the socket cannot be made
 */
export function serveControl(
  socket: string,
  commands: ControlCommands,
  requests: (request: Request) => Promise<Response>,
): Bun.Server<undefined> {
  rmSync(socket, { force: true })
  const server = Bun.serve({
    unix: socket,
    // A report takes as long as it needs. Bun's types know no such limit for a Unix socket, but it has one of 10 s.
    ...({ idleTimeout: 0 } as object),
    async fetch(request) {
      const command = commands[new URL(request.url).pathname.slice(1)]
      if (command === undefined) return requests(request)
      try {
        return Response.json((await command((await request.json()) as never)) ?? null)
      } catch (error) {
        return Response.json(withAdvice(withoutStatement(error)), { status: 500 })
      }
    },
  })
  chmodSync(socket, 0o600)
  return server
}

/** What to do where a server does not know what it is asked for. */
export const OTHER_VERSION = 'the running server is of another version: start it again'

/** The server on the socket cannot do what it was asked for; the message says why. */
export class ControlRefused extends Error {}

/**
 * Has the running server do something.
 *
 * @returns undefined if no server is running
 * @throws ControlRefused
 * @throws Error when the socket cannot be used, or the connection breaks
 */
export async function askServer<Answer>(
  socket: string,
  command: string,
  input: unknown = null,
): Promise<Answer | undefined> {
  const request = new Request(`http://purr/${command}`, { method: 'POST', body: JSON.stringify(input) })
  const answer = await sendToServer(socket, request)
  if (answer === undefined) return undefined
  if (answer.ok) return (await answer.json()) as Answer
  throw new ControlRefused(answer.status === 404 ? OTHER_VERSION : ((await answer.json()) as string))
}

/**
 * Sends the running server a request.
 *
 * @returns undefined if no server is running
 * @throws Error when the socket cannot be used, or the connection breaks
 */
export async function sendToServer(socket: string, request: Request): Promise<Response | undefined> {
  try {
    return await fetch(request, { unix: socket, timeout: false }) // it takes as long as it needs
  } catch (cause) {
    const { code } = cause as { code?: string }
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(code!)) return undefined
    if (code === 'EACCES')
      throw new Error(
        `no permission to reach ${socket}: run this as the user who runs Purr, or set DATA_DIR to another folder`,
        { cause },
      )
    throw new Error(`the running server did not answer on ${socket} (${code}): try again`, { cause })
  }
}
