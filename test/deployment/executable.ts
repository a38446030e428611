import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recorded, someone, wavFile } from '../support/recordings.ts'
import { goodRequest } from '../support/request.ts'

/*
 * `bun run test:executable`: starts the file that build:executable has made as somebody who has nothing else, has it speak and
 * clone a voice, and stops it. Prints what was found, and exits with 1 if something is wrong.
 */

const EXECUTABLE = join(import.meta.dir, '../../dist/purr')
if (!existsSync(EXECUTABLE)) throw new Error(`there is no ${EXECUTABLE}: make it with build:executable`)

const folder = await mkdtemp(join(tmpdir(), 'purr-executable-'))
const env = { HOME: folder, PATH: '/usr/bin:/bin', PORT: '0', DATA_DIR: join(folder, 'data'), WORKERS: '1' }

try {
  const abandoned = join(folder, '.cache/purr/unfinished-1')
  await mkdir(abandoned, { recursive: true })
  await utimes(abandoned, 0, 0)
  const key = Bun.spawnSync([EXECUTABLE, 'key', 'generate'], { env }).stdout.toString().trim()
  report('a command prints a key', key.startsWith('sk_purr_'))
  report('what a killed start has left is removed', !existsSync(abandoned))

  const begun = performance.now()
  const server = Bun.spawn([EXECUTABLE], { env: { ...env, PURR_API_KEY: key }, cwd: folder, stdout: 'pipe' })
  let told = ''
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    told += text
    if (told.includes('hello.wav')) break
  }
  const url = /^address +(\S+)$/m.exec(told)?.[1]
  report(`the server is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`, url !== undefined)
  report('it has the process id of the executable', told.includes(`process    ${server.pid}\n`))

  const headers = { 'X-API-Key': key }
  const speech = await fetch(`${url}/tts/bytes`, {
    method: 'POST',
    headers,
    body: JSON.stringify(goodRequest),
  })
  report('it speaks', speech.ok && (await speech.bytes()).length > 10_000)

  const form = new FormData()
  form.append('clip', new Blob([wavFile(await recorded(someone()))]), 'clip.wav')
  form.append('name', 'Somebody')
  form.append('language', 'en')
  const clone = await fetch(`${url}/voices/clone`, { method: 'POST', headers, body: form })
  report('it clones a voice', clone.ok)
  report('it shows its documentation', (await fetch(`${url}/docs/deploying`)).ok)

  const page = await (await fetch(`${url}/dashboard`)).text()
  const script = /<script type="module" src="([^"]+)"/.exec(page)?.[1]
  report('it has its dashboard', (await fetch(`${url}${script}`)).ok)

  server.kill('SIGTERM')
  report('it stops with 0', (await server.exited) === 0)
} finally {
  await rm(folder, { recursive: true })
}
process.exit() // what is left of the server's output would keep this process

function report(what: string, isSo: boolean): void {
  console.log(`${isSo ? 'yes' : 'NO '}  ${what}`)
  if (!isSo) process.exitCode = 1
}
