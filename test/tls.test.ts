import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { Elysia } from 'elysia'
import { certifiedUrl, readCertificate } from '../src/certificate.ts'
import { ConfigError } from '../src/config.ts'
import { greeting } from '../src/greeting.ts'
import { Listener } from '../src/http/listener.ts'
import { makeCertificate, type TestCertificate } from './support/certificate.ts'
import { Connection } from './support/connection.ts'
import { eventually } from './support/eventually.ts'
import { type Purr, startPurr } from './support/process.ts'
import { goodRequest, post } from './support/request.ts'
import { SpeechClient } from './support/speech-client.ts'

const RAW = { output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 } }

let folder: string
let own: TestCertificate
let other: TestCertificate
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "purr's tls-"))
  own = await makeCertificate(join(folder, 'own'), ['localhost', '127.0.0.1'])
  other = await makeCertificate(join(folder, 'other'), ['purr.example'])
})
afterAll(() => rm(folder, { recursive: true }))

describe('a server with a certificate', () => {
  let purr: Purr
  beforeAll(async () => {
    purr = await startPurr({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile })
  })
  afterAll(async () => {
    await purr.stop()
    await purr.remove()
  })

  test('speaks https to clients that trust it', async () => {
    expect(purr.url).toStartWith('https://127.0.0.1:')
    const answer = await post(`${purr.url}/tts/bytes`, purr.key, goodRequest, {}, own.cert)
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  })

  test('finds the routes behind a URL that ends with a slash, too', async () => {
    const headers = { 'x-api-key': purr.key }
    const answer = await fetch(`${purr.url}/voices/`, { headers, tls: { ca: own.cert } })
    expect(answer.status).toBe(200)
  })

  test('is refused by clients that trust another', async () => {
    await expect(post(`${purr.url}/tts/bytes`, purr.key, goodRequest, {}, other.cert)).rejects.toThrow(
      /certificate/,
    )
  })

  test('prints a command that works as printed where the key is set', async () => {
    const command = purr.greeting.slice(purr.greeting.indexOf('curl'))
    const curl = Bun.spawnSync(['sh', '-c', command], {
      cwd: folder,
      env: { ...process.env, PURR_API_KEY: purr.key },
    })
    expect(curl.stderr.toString()).toBe('')
    expect(await Bun.file(join(folder, 'hello.wav')).slice(0, 4).text()).toBe('RIFF')
  })

  test('does not answer http', async () => {
    await expect(fetch(purr.url.replace('https:', 'http:'))).rejects.toThrow()
  })
})

describe('a server whose certificate is replaced', () => {
  let purr: Purr
  let served: TestCertificate
  beforeAll(async () => {
    served = await makeCertificate(join(folder, 'served'), ['127.0.0.1', 'first.example'])
    purr = await startPurr({ TLS_CERT_FILE: served.certFile, TLS_KEY_FILE: served.keyFile })
  })
  afterAll(async () => {
    await purr.stop()
    await purr.remove()
  })

  const names = () => namesServed(purr.url)

  /** Whether new connections get a certificate with a name. It is never neither the old nor the new one. */
  const isServed = (name: string) => () => isNameServed(purr.url, name)

  // One story: each step builds on the one before.
  test('serves new connections with it, and keeps what is open', async () => {
    const early = await SpeechClient.connect(purr.url, purr.key, served.cert)
    early.send({ ...goodRequest, ...RAW, transcript: 'This turn ', context_id: 'open', continue: true })

    // By itself, once the files have changed.
    await makeCertificate(join(folder, 'served'), ['127.0.0.1', 'second.example'])
    await eventually(isServed('second.example'))
    early.send({ ...goodRequest, ...RAW, transcript: 'goes on.', context_id: 'open' })
    expect((await early.turn('open')).at(-1)!.type).toBe('done')

    // A pair that does not belong together is not taken.
    await makeCertificate(join(folder, 'served'), ['127.0.0.1', 'third.example'])
    const key = await Bun.file(served.keyFile).text()
    await Bun.write(served.keyFile, other.key)
    process.kill(purr.pid, 'SIGHUP')
    await eventually(() => purr.log().includes('TLS_KEY_FILE'))
    expect(purr.log()).toContain('is not the key of the first certificate')
    expect(await names()).toContain('second.example')

    // At once when it is told.
    await Bun.write(served.keyFile, key)
    process.kill(purr.pid, 'SIGHUP')
    await eventually(isServed('third.example'))
    const late = await SpeechClient.connect(purr.url, purr.key, await Bun.file(served.certFile).text())
    for (const client of [early, late]) {
      client.send({ ...goodRequest, ...RAW, transcript: 'Hello.', context_id: 'last' })
      expect((await client.turn('last')).at(-1)!.type).toBe('done')
    }

    // Connections of all three certificates are closed in order.
    const stopped = purr.stop()
    for (const client of [early, late]) {
      await client.until(() => client.closed)
      expect(client.closed!.code).toBe(1001)
    }
    expect(await stopped).toBe(0)
  })
})

test('a certificate that is renewed while the server starts is served', async () => {
  const pair = await makeCertificate(join(folder, 'early'), ['127.0.0.1', 'before.example'])
  const { certFile, keyFile } = await makeCertificate(join(folder, 'late'), ['127.0.0.1', 'after.example'])
  const renew = (output: string) => {
    if (!output.includes('Loading the voices')) return
    copyFileSync(certFile, pair.certFile)
    copyFileSync(keyFile, pair.keyFile)
  }
  const env = { TLS_CERT_FILE: pair.certFile, TLS_KEY_FILE: pair.keyFile }
  const purr = await startPurr(env, [], { said: renew })
  await eventually(() => isNameServed(purr.url, 'after.example'))
  await purr.stop()
  await purr.remove()
})

/** Whether new connections get a certificate with a name. While the server changes to another one, it takes none. */
async function isNameServed(url: string, name: string): Promise<boolean> {
  return (await namesServed(url).catch(() => '')).includes(name)
}

/** The names in the certificate that new connections get. */
function namesServed(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subjectaltname ?? '')
      socket.end()
    })
    socket.on('error', reject)
  })
}

describe('a listener whose certificate is replaced', () => {
  const websocket: Bun.WebSocketHandler<unknown> = { message: (socket, text) => void socket.send(text) }
  const app = () =>
    new Elysia()
      .get('/socket', ({ request, server }) => {
        if (!server?.upgrade(request, { data: {} })) throw new Error('no handshake')
      })
      .get('/', () => '{}')

  test('accepts a WebSocket whose request came in before', async () => {
    const listener = new Listener(app(), { port: 0, host: '127.0.0.1', websocket, onLost() {} }, undefined)
    const connection = new Connection(listener.url.href)
    connection.send('GET /socket HTTP/1.1\r\nHost: purr\r\nUpgrade: websocket\r\n')
    const other = new Connection(listener.url.href)
    other.send('GET / HTTP/1.1\r\nHost: purr\r\n\r\n')
    await other.answer // so the half request has been read
    listener.replace(own)
    await other.closed
    connection.send(
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await eventually(() => connection.received.includes('\r\n\r\n'))
    expect(connection.received).toStartWith('HTTP/1.1 101')
    connection.reset()
    await listener.drain()
  })

  test('says so when nothing can listen any more', async () => {
    const one = app()
    const listen = one.listen
    const failure = new Error('too many open files')
    let failures = 0
    one.listen = (...given: Parameters<typeof listen>) => {
      if (failures-- > 0) throw failure
      return listen.call(one, ...given)
    }
    const lost: unknown[] = []
    const onLost = (error: unknown) => void lost.push(error)
    const listener = new Listener(one, { port: 0, host: '127.0.0.1', websocket, onLost }, own)
    failures = 1
    expect(() => listener.replace(other)).toThrow(failure)
    expect(lost).toEqual([])
    expect(await (await fetch(listener.url, { tls: { ca: own.cert } })).text()).toBe('{}')

    failures = 2
    expect(() => listener.replace(other)).toThrow(failure)
    expect(lost).toEqual([failure])
    await listener.drain()
  })
})

describe('files that cannot be served are refused, saying what to set', () => {
  const wrong: [string, () => { certFile: string; keyFile: string }, RegExp][] = [
    [
      'no certificate',
      () => ({ ...own, certFile: join(folder, 'none.pem') }),
      /TLS_CERT_FILE cannot be read/,
    ],
    ['no key', () => ({ ...own, keyFile: folder }), /TLS_KEY_FILE cannot be read/],
    ['a key as certificate', () => ({ ...own, certFile: own.keyFile }), /TLS_CERT_FILE .* no certificate/],
    ['a certificate as key', () => ({ ...own, keyFile: own.certFile }), /TLS_KEY_FILE .* no private key/],
    [
      "another certificate's key",
      () => ({ ...own, keyFile: other.keyFile }),
      /TLS_KEY_FILE .* is not the key/,
    ],
  ]
  test.each(wrong)('%s', (_, files, message) => {
    expect(() => readCertificate(files())).toThrow(ConfigError)
    expect(() => readCertificate(files())).toThrow(message)
    expect(() => readCertificate(files())).toThrow('set it to')
  })

  test('before the server starts', async () => {
    const env = { TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: other.keyFile, DATA_DIR: join(folder, 'data') }
    await expect(startPurr(env)).rejects.toThrow(/purr: TLS_KEY_FILE/)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })
})

test.each([
  [['127.0.0.1'], 'https://127.0.0.1:8080/', 'https://127.0.0.1:8080/'],
  [['purr.example', '127.0.0.1'], 'https://127.0.0.1:8080/', 'https://127.0.0.1:8080/'],
  [['purr.example'], 'https://0.0.0.0:8080/', 'https://purr.example:8080/'],
  [['*.purr.example', 'purr.example'], 'https://0.0.0.0/', 'https://purr.example/'],
  [['*.purr.example'], 'https://a.purr.example/', 'https://a.purr.example/'],
  [['*.purr.example'], 'https://0.0.0.0:8080/', 'https://0.0.0.0:8080/'],
  [['192.168.1.5'], 'https://0.0.0.0:8080/', 'https://192.168.1.5:8080/'],
  [['::1'], 'https://[::1]:8080/', 'https://[::1]:8080/'],
  [['::1'], 'https://127.0.0.1:8080/', 'https://[::1]:8080/'],
])('with a certificate for %p the address %s is shown as %s', async (hosts, address, shown) => {
  const certificate = readCertificate(await makeCertificate(join(folder, 'shown'), hosts))
  expect(certifiedUrl(new URL(address), certificate).href).toBe(shown)
})

test('a server that listens on all addresses tells one that a browser can open', () => {
  const greeted = { key: undefined, welcomeCode: 'code', voiceId: 'an-id', pid: 1 }
  for (const any of ['http://0.0.0.0:8080/', 'http://[::]:8080/', 'http://*:8080/'])
    expect(greeting(new URL(any), greeted)).toContain('http://127.0.0.1:8080/dashboard/welcome#code')
})

test('the dashboard and the docs are where Purr listens if the address of clients has a path', () => {
  const greeted = { key: undefined, welcomeCode: 'code', voiceId: 'an-id', pid: 1 }
  const told = (publicUrl: string) => greeting(new URL('http://127.0.0.1:8080/'), greeted, { publicUrl })
  const host = told('https://purr.example')
  expect(host).toContain('dashboard  https://purr.example/dashboard/welcome#code\n')
  const path = told('https://example.com/purr')
  expect(path).toContain('dashboard  http://127.0.0.1:8080/dashboard/welcome#code\n')
  expect(path).toContain('docs       http://127.0.0.1:8080/docs\n')
  expect(path).toContain('address    https://example.com/purr\n')
})

test('curl is only given a certificate that it could not verify otherwise', async () => {
  const issued = await makeCertificate(join(folder, 'issued'), ['purr.example'], own)
  const address = new URL('https://purr.example:8080/')
  const greeted = { key: undefined, welcomeCode: undefined, voiceId: 'an-id', pid: 1 }
  const command = (files: TestCertificate) =>
    greeting(address, greeted, { certificate: readCertificate(files) })
  expect(command(other)).toContain(' --cacert ')
  expect(command(issued)).not.toContain(' --cacert ')
})
