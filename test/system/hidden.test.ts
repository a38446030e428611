import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const MAIN = join(import.meta.dir, '../../src/main.ts')
const PASSWORD = 'sesame-of-the-database'
/** Nobody listens there, so the server waits for its database. */
const DATABASE_URL = `postgres://purr:${PASSWORD}@127.0.0.1:1/purr`

/** Root can read everything, so nobody runs the server and looks. */
const AS_NOBODY =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
const canRun =
  process.platform === 'linux' && Bun.spawnSync([...AS_NOBODY, process.execPath, '--version']).success

/** What another process of the same user gets from files of a process. */
function read(pid: number, file: string) {
  const { stdout, stderr, exitCode } = Bun.spawnSync([
    ...AS_NOBODY,
    'head',
    '-c',
    '9999',
    `/proc/${pid}/${file}`,
  ])
  return { said: stdout.toString() + stderr.toString(), exitCode }
}

describe.if(canRun)('another process of the same user', () => {
  const env = { PATH: process.env.PATH, DATABASE_URL, PORT: '0', WORKERS: '1' }

  test('cannot read the environment or the memory of a server', async () => {
    const server = Bun.spawn([...AS_NOBODY, process.execPath, MAIN], {
      env,
      stdout: 'pipe',
      stderr: 'inherit',
    })
    try {
      let said = ''
      for await (const chunk of server.stdout) {
        said += Buffer.from(chunk)
        if (said.includes('Opening the database')) break
      }
      for (const file of ['environ', 'mem', 'maps'])
        expect([file, read(server.pid, file)]).toEqual([
          file,
          { said: expect.stringContaining('Permission denied'), exitCode: 1 },
        ])
    } finally {
      server.kill('SIGKILL')
      await server.exited
    }
  })

  test('could read that of any other program', async () => {
    const other = Bun.spawn([...AS_NOBODY, 'sh', '-c', 'echo ready; read line'], {
      env,
      stdin: 'pipe',
      stdout: 'pipe',
    })
    for await (const _ of other.stdout) break
    expect(read(other.pid, 'environ').said).toContain(PASSWORD)
    other.kill('SIGKILL')
    await other.exited
  })
})
