import { connect, type NetConnectOpts } from 'node:net'

/** The question of Postgres's protocol whether a server takes TLS: its length, and the code of the request. */
const QUESTION = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
/** The answer that it does not: `N`. */
const NO = 0x4e
/** How long to wait for an answer (milliseconds). */
const TIMEOUT = 2000

/** Whether a Postgres says that it takes no TLS. */
export async function isWithoutTls(server: NetConnectOpts): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(server, () => socket.write(QUESTION))
    .once('data', (answer) => resolve(answer[0] === NO))
    .once('error', () => resolve(false))
    .once('close', () => resolve(false))
    .setTimeout(TIMEOUT, () => resolve(false))
  const answer = await promise
  socket.destroy()
  return answer
}
