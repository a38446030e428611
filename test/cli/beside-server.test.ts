import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generateKey } from '../../src/accounts/api-key.ts'
import { controlSocket } from '../../src/storage/control-socket.ts'
import { purr, purrMeanwhile } from '../support/command-line.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { browserOf, PASSWORD, post as sent } from '../support/people.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'

describe('beside a running server with the embedded database', () => {
  let folder: string
  let server: Purr
  beforeAll(async () => {
    folder = await newDataFolder()
    server = await startPurr({ DATA_DIR: folder })
  })
  afterAll(async () => {
    await server.stop()
    await server.remove()
  })

  /** What a command prints as JSON. */
  function told<Printed>(...args: string[]): Printed {
    const { code, out, err } = purr([...args, '--json'], { DATA_DIR: folder, DATABASE_URL: '' })
    expect([err, code]).toEqual(['', 0])
    return JSON.parse(out)
  }

  test('a key is made, and speaks until it is revoked', async () => {
    const { key } = told<{ key: string }>('key', 'create', '--name', 'phone')
    const answer = await post(`${server.url}/tts/bytes`, key, goodRequest)
    expect(answer.status).toBe(200)
    expect((await answer.bytes()).length).toBeGreaterThan(1000)
    told('key', 'revoke', key.slice(8, 16))
    expect((await post(`${server.url}/tts/bytes`, key, goodRequest)).status).toBe(401)
  })

  test('an operator who is locked out has a link for a new password', async () => {
    const browse = browserOf(server.url)
    const code = /dashboard\/welcome#(\S+)/.exec(server.greeting)![1]
    const ada = { name: 'Ada', email: 'ada@example.com' }
    expect((await browse('/management/welcome', sent({ code, ...ada, password: PASSWORD }))).status).toBe(200)
    const underPath = { DATA_DIR: folder, DATABASE_URL: '', PUBLIC_URL: 'https://example.com/purr' }
    expect(purr(['person', 'reset', 'ada@example.com'], underPath).out).toStartWith(
      'http://127.0.0.1:8080/dashboard/reset#',
    )
    const { link } = told<{ link: string }>('person', 'reset', 'Ada@example.com')
    expect(link).toStartWith('http://127.0.0.1:8080/dashboard/reset#')
    const password = 'another password than before'
    const reset = await browse('/management/password-reset', sent({ code: link.split('#')[1], password }))
    expect(reset.status).toBe(200)
    expect(purr(['person', 'reset', 'eve@example.com'], { DATA_DIR: folder, DATABASE_URL: '' })).toEqual({
      code: 1,
      out: '',
      err: 'purr: There is no person with this e-mail address. Send the e-mail address with which they sign in.',
    })
  })

  test('tiers and limits are changed, and everything is listed', () => {
    told('org', 'create', 'Acme')
    told('org', 'tier', 'tier3', '--org', 'Acme')
    expect(told('org', 'limits', '--org', 'Acme', '--concurrency', '7')).toMatchObject({
      tier: 'tier3',
      concurrency: 7,
      hasOwnLimits: true,
    })
    expect(told('org', 'list')).toMatchObject([{ name: 'default' }, { name: 'Acme', concurrency: 7 }])
    expect(told('org', 'show')).toMatchObject({ name: 'default' })
    expect(told('credits', 'add', '12.50', '--org', 'Acme', '--reference', 'invoice-1')).toEqual({
      organization: 'Acme',
      isNew: true,
      balance: 2_500_000,
      tier: 'tier3',
    })
    expect(told('key', 'list', '--org', 'default')).toMatchObject([
      { name: 'first', revokedAt: null },
      { name: 'phone', revokedAt: expect.any(String) },
    ])
    expect(told('voices', 'cloned')).toEqual([])
    expect(told('ledger', 'verify')).toEqual([])
  })

  test('what is refused is said in one line', () => {
    const command = ['org', 'create', 'Acme']
    expect(purr(command, { DATA_DIR: folder, DATABASE_URL: '' })).toEqual({
      code: 1,
      out: '',
      err: 'purr: there is an organization "Acme" already: choose another name',
    })
  })

  test('what needs the database itself says that the server must be stopped', () => {
    const command = ['org', 'export', 'Acme', 'acme.jsonl.gz']
    expect(purr(command, { DATA_DIR: folder, DATABASE_URL: '' }).err).toContain(
      'stop the running server first',
    )
  })

  test('a new key is accepted while others at its address send wrong keys', async () => {
    const { key } = told<{ key: string }>('key', 'create', '--name', 'new')
    const ask = async (sent: string) =>
      (await fetch(`${server.url}/voices`, { headers: { 'x-api-key': sent } })).status
    const wrong = () => Promise.all(Array.from({ length: 50 }, () => ask(generateKey())))
    while (!(await wrong()).includes(429));
    expect(await ask(key)).toBe(200)
  })
})

test('a server of a version that cannot do it is named as the reason', async () => {
  const folder = await newDataFolder()
  const socket = controlSocket(folder)
  await mkdir(dirname(socket), { recursive: true })
  const old = Bun.serve({
    unix: socket,
    fetch: () => Response.json('the running server is of another version', { status: 404 }),
  })
  const { code, err } = await purrMeanwhile(['key', 'list'], { DATA_DIR: folder, DATABASE_URL: '' })
  expect([code, err]).toEqual([1, 'purr: the running server is of another version: start it again'])
  await old.stop(true)
  await rm(folder, { recursive: true })
})
