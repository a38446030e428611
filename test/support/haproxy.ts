import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** Systems install it where only the superuser looks for programs. */
const HAPROXY = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })

/** Whether haproxy is installed. */
export const hasHaproxy = HAPROXY !== null

/** A running haproxy that sends requests to those servers whose /readyz is 200. */
export interface Haproxy {
  readonly url: string
  /** Has it read its configuration and certificate again, as `docker compose kill --signal USR2 proxy` does. Resolves when it begins to. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/** The configuration that the documentation names. */
const CONFIGURATION = Bun.file(new URL('../../src/deployment/haproxy.cfg', import.meta.url))

/**
 * Starts haproxy in front of two servers on ports of the loopback interface. Only the addresses are others than Purr's own.
 *
 * @param certificate a file with a certificate and its key. Without it, there is no TLS
 */
export async function startHaproxy(
  port: number,
  servers: readonly number[],
  certificate?: string,
): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const text = await CONFIGURATION.text()
  const tls = certificate === undefined ? '' : ` ssl crt ${certificate}`
  await Bun.write(
    file,
    text
      .replace('bind :8080', `bind 127.0.0.1:${port}${tls}`)
      .replace(/(server purr-(\d) ).*/g, (_, start, number) => `${start}127.0.0.1:${servers[number - 1]}`),
  )
  const log = join(folder, 'log')
  const child = Bun.spawn([HAPROXY!, '-W', '-db', '-f', file], { stdout: 'ignore', stderr: Bun.file(log) }) // as its image does
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    async reload() {
      // Once its first worker serves, the master executes itself anew. A signal that comes meanwhile is lost.
      await eventually(async () => {
        child.kill('SIGUSR2')
        await Bun.sleep(100)
        return (await Bun.file(log).text()).includes('Reloading HAProxy')
      })
    },
    async stop() {
      child.kill()
      await child.exited
      await rm(folder, { recursive: true })
    },
  }
}
