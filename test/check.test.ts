import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json'
import { readConfig } from '../src/config.ts'
import { UNCONFIGURED } from './support/environment.ts'
import { eventually } from './support/eventually.ts'
import { isRunning } from './support/is-running.ts'

/** A small project that is checked as Purr is. */
let project: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'purr-check-'))
  const scripts = {
    check: packageJson.scripts.check,
    'build:wasm': 'true',
    'build:dashboard': 'true',
    'types:dashboard': 'true',
  }
  await write('package.json', JSON.stringify({ scripts }))
  await write('test/sdk/package.json', '{}')
  await cp(join(import.meta.dir, 'check.ts'), join(project, 'test/check.ts'))
  for (const tool of ['biome', 'tsc']) {
    await write(`node_modules/.bin/${tool}`, '#!/bin/sh\nexit 0\n')
    await chmod(join(project, `node_modules/.bin/${tool}`), 0o755)
  }
})
afterAll(() => rm(project, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(project, path, '..'), { recursive: true })
  await Bun.write(join(project, path), text)
}

const testThat = (name: string, isSo: boolean | string) =>
  `import { expect, test } from 'bun:test'\ntest('${name}', () => expect(${isSo}).toBe(true))\n`

function check(env: Record<string, string> = {}): { code: number; lines: string[] } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'run', '--silent', 'check'], {
    cwd: project,
    env: { ...process.env, ...env },
  })
  return { code: exitCode, lines: `${stdout}${stderr}`.split('\n') }
}

test('a check tells what it takes and where it is, shows what failed, and ends with the counts', async () => {
  await write('test/one.test.ts', testThat('holds', true))
  await write('test/two.test.ts', testThat('does not hold', false))
  const { code, lines } = check()
  expect(code).toBe(1)
  expect(lines.slice(0, 2).join('\n')).toMatch(/2 files of tests\.\nIt takes .* minutes .* GB of disk/)
  expect(lines).toContain('types …')
  const progress = lines.filter((line) => line.startsWith('['))
  expect(progress.map((line) => line.replace(/^\[(\d+) of (\d+), \d+ min\] /, '$1/$2 ')).toSorted()).toEqual([
    expect.stringMatching(/^1\/2 test\/(one|two)\.test\.ts$/),
    expect.stringMatching(/^2\/2 test\/(one|two)\.test\.ts$/),
  ])
  expect(lines).toContainEqual(expect.stringMatching(/^\(fail\) does not hold/))
  expect(lines).toContain(' 1 pass')
  expect(lines).toContain(' 1 fail')
})

test('a check passes where there is no ps, and leaves nothing of the tests behind', async () => {
  await write(
    'test/two.test.ts',
    "import { test } from 'bun:test'\ntest('writes', () => Bun.write('scratch', process.env.TMPDIR))\n",
  )
  await mkdir(join(project, 'bin'))
  for (const program of ['bun', 'sh', 'true'])
    await symlink(program === 'bun' ? process.execPath : Bun.which(program)!, join(project, 'bin', program))
  const { code, lines } = check({ PATH: join(project, 'bin') })
  expect(code).toBe(0)
  expect(lines).toContain(' 2 pass')
  expect(existsSync(await readFile(join(project, 'scratch'), 'utf8'))).toBe(false)
})

test('tests do not depend on how Purr is set up in the .env of the checkout', async () => {
  const lines = ['PUBLIC_URL=https://purr.example.com', 'PROMPT_SECRET=0123456789abcdef0123456789abcdef']
  await write(
    '.env',
    [...lines, 'METRICS_PORT=9464', 'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector'].join('\n'),
  )
  await write('test/two.test.ts', testThat('is not set', 'process.env.PUBLIC_URL === undefined'))
  expect(check().lines).toContain(' 2 pass')
  // The programs that they start read it again.
  const config = join(import.meta.dir, '../src/config.ts')
  const program = `import { readConfig } from '${config}'; console.log(JSON.stringify(readConfig()))`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', program], {
    cwd: project,
    env: { ...process.env, ...UNCONFIGURED },
  })
  expect(JSON.parse(stdout.toString())).toEqual(JSON.parse(JSON.stringify(readConfig({}))))
  await rm(join(project, '.env'))
})

test('a step that fails ends the check, and is named', async () => {
  await write('node_modules/.bin/tsc', '#!/bin/sh\nexit 2\n')
  const { code, lines } = check()
  expect(code).toBe(1)
  expect(lines).toContain('check: types: failed, see above')
  expect(lines.filter((line) => line.startsWith('['))).toEqual([])
})

test('a check that is told to stop leaves no process behind, and nothing that the tests have written', async () => {
  await write('node_modules/.bin/tsc', '#!/bin/sh\nexit 0\n')
  await write(
    'test/long.test.ts',
    `import { test } from 'bun:test'
test('takes long', async () => {
  const child = Bun.spawn(['sleep', '600'])
  await Bun.write('scratch', process.env.TMPDIR)
  await Bun.write('pids', [process.pid, child.pid].join(' '))
  await child.exited
})
`,
  )
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'check'], {
    cwd: project,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const pids = () => readFile(join(project, 'pids'), 'utf8').catch(() => '')
  await eventually(async () => (await pids()).includes(' '))
  child.kill('SIGTERM')
  expect(await child.exited).toBe(143)
  for (const pid of (await pids()).split(' ')) await eventually(() => !isRunning(Number(pid)))
  const scratch = await readFile(join(project, 'scratch'), 'utf8')
  expect(scratch).toContain('/purr-check-')
  expect(existsSync(scratch)).toBe(false)
})
