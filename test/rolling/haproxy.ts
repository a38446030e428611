import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether haproxy is installed. */
export const hasHaproxy = Bun.which('haproxy') !== null

/** A running haproxy that sends requests to those servers whose /readyz is 200. */
export interface Haproxy {
  readonly url: string
  stop(): Promise<void>
}

/** Starts haproxy in front of servers on ports of the loopback interface, as the documentation has it. */
export async function startHaproxy(port: number, servers: readonly number[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await Bun.write(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  option redispatch
  retries 3
  retry-on conn-failure empty-response
  default-server check inter 200ms fall 1 rise 1
frontend purr
  bind 127.0.0.1:${port}
  default_backend purr
backend purr
  balance leastconn
  option httpchk GET /readyz
${servers.map((each, index) => `  server purr${index} 127.0.0.1:${each}`).join('\n')}
`,
  )
  const child = Bun.spawn(['haproxy', '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await child.exited
      await rm(folder, { recursive: true })
    },
  }
}
