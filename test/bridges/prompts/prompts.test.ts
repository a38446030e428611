import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from '../../../src/accounts/api-key.ts'
import { createKey, revokeKey } from '../../../src/accounts/keys.ts'
import type { PromptOptions } from '../../../src/bridges/prompts/prompts.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { ControlledCloner } from '../../support/controlled-cloner.ts'
import { eventually } from '../../support/eventually.ts'
import { decodedByFfmpeg } from '../../support/ffmpeg.ts'
import { formWith, postClone } from '../../support/form.ts'
import { GatedEngine } from '../../support/gated-engine.ts'
import { readLedger } from '../../support/ledger-entries.ts'
import { startPurr } from '../../support/process.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'

const START = Date.UTC(2026, 0, 1)
const CREDITS = 10_000

const FORMATS = [
  ['wav_mulaw_8000', 'pcm_mulaw', 8000],
  ['wav_l16_8000', 'pcm_s16le', 8000],
  ['wav_l16_16000', 'pcm_s16le', 16_000],
] as const

const HAS_SOX = Bun.which('sox') !== null
if (!HAS_SOX) console.warn('The files of prompts are not read by others: that needs sox.')

const engine = new GatedEngine()
let now = START
let dataDir: string
let service: Service
let member: Member
let texts = 0
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'purr-prompts-'))
  service = await start()
})
afterAll(async () => {
  await service.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  now = START
  member = await service.member(CREDITS)
})
afterEach(() => engine.open())

function start(options: Partial<PromptOptions> = {}): Promise<Service> {
  const prompts = { dataDir, now: () => now, ...options }
  return startService({ engine, cloner: new ControlledCloner(), prompts })
}

/** A text that no other test has had said. */
function newText(): string {
  return `This is prompt ${++texts}.`
}

/** A request that is right in every field. */
function request(changes: object = {}) {
  return { transcript: newText(), voice: goodRequest.voice, ...changes }
}

function sign(body: unknown, { key } = member, at = service): Promise<Response> {
  return post(`${at.url}/tts/prompt`, key, body)
}

async function signed(
  body: unknown,
  by = member,
  at = service,
): Promise<{ url: string; expires_at: string }> {
  const answer = await sign(body, by, at)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { url: string; expires_at: string }
}

async function urlOf(changes: object = {}, by = member): Promise<string> {
  return (await signed(request(changes), by)).url
}

async function errorOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: string }
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  return `${answer.status} ${error}`
}

/** How alike two signals of the same length are, 1 for those that differ in loudness alone. */
function correlation(one: Float32Array, other: Float32Array): number {
  const sum = (product: (at: number) => number) => one.reduce((total, _, at) => total + product(at), 0)
  const energy = sum((at) => one[at]! ** 2) * sum((at) => other[at]! ** 2)
  return sum((at) => one[at]! * other[at]!) / Math.sqrt(energy)
}

/** Waits until a prompt of an organization is being spoken. */
async function speaking({ organizationId } = member): Promise<void> {
  await eventually(async () => {
    const { open, charges } = await readLedger(service.storage.db)
    return charges.some(
      (charge) =>
        charge.organizationId === organizationId && open.some(({ chargeId }) => chargeId === charge.id),
    )
  })
}

/** How the charges of the member have ended, and what they came to, once none is open. */
async function charges({ organizationId } = member): Promise<string[]> {
  const { db } = service.storage
  await eventually(async () => {
    const { open, charges } = await readLedger(db)
    const theirs = charges.filter((charge) => charge.organizationId === organizationId)
    return theirs.every(({ id }) => open.every(({ chargeId }) => chargeId !== id))
  })
  const ledger = await readLedger(db)
  return ledger.charges
    .filter((charge) => charge.organizationId === organizationId)
    .map(
      ({ id, credits }) =>
        `${ledger.settlements.find(({ chargeId }) => chargeId === id)!.outcome} ${credits}`,
    )
}

describe('a prompt', () => {
  test.each(FORMATS)('%s has the bytes of /tts/bytes', async (name, encoding, sample_rate) => {
    const transcript = newText()
    const answer = await fetch(await urlOf({ transcript, format: name }))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    const output_format = { container: 'wav', encoding, sample_rate }
    const bytes = await post(`${service.url}/tts/bytes`, member.key, {
      ...goodRequest,
      transcript,
      output_format,
    })
    const audio = await answer.bytes()
    expect(Number(answer.headers.get('content-length'))).toBe(audio.length)
    expect(Buffer.compare(audio, await bytes.bytes())).toBe(0)
  })

  test('is µ-law at 8000 Hz unless another format is asked for', async () => {
    const transcript = newText()
    const [one, other] = [await urlOf({ transcript }), await urlOf({ transcript, format: 'wav_mulaw_8000' })]
    expect(Buffer.compare(await (await fetch(one)).bytes(), await (await fetch(other)).bytes())).toBe(0)
  })

  test.skipIf(!HAS_SOX).each(FORMATS)('%s can be read by others', async (format, encoding, rate) => {
    const file = join(dataDir, `${format}.wav`)
    await Bun.write(file, await fetch(await urlOf({ format })))
    const probe = Bun.spawnSync(['ffprobe', '-v', 'error', '-of', 'json', '-show_streams', file])
    const [stream] = JSON.parse(probe.stdout.toString()).streams
    expect(stream).toMatchObject({ codec_name: encoding, sample_rate: String(rate), channels: 1 })
    const sox = Bun.spawnSync(['sox', file, '-n', 'stat'])
    expect(sox.exitCode).toBe(0)
    expect(Number(/Maximum amplitude: +([\d.]+)/.exec(sox.stderr.toString())![1])).toBeGreaterThan(0.1)
  })

  test('as MP3 has the speech of /tts/bytes, and is as long to the sample', async () => {
    const transcript = newText()
    const url = await urlOf({ transcript, format: 'mp3' })
    expect(url).toEndWith('.mp3')
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    const decoded = await decodedByFfmpeg(await answer.bytes(), 22_050)
    const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22_050 }
    const body = { ...goodRequest, transcript, output_format }
    const raw = await (await post(`${service.url}/tts/bytes`, member.key, body)).arrayBuffer()
    const speech = Float32Array.from(new Int16Array(raw), (sample) => sample / 32_768)
    expect(decoded.length).toBe(speech.length)
    expect(correlation(decoded, speech)).toBeGreaterThan(0.9)
  })

  test('is read in its language, and by its voice', async () => {
    const transcript = newText()
    const all = [{}, { language: 'de' }, { voice: { mode: 'id', id: catalogue()[1]!.id } }]
    const files = await Promise.all(
      all.map(async (changes) => (await fetch(await urlOf({ transcript, ...changes }))).text()),
    )
    expect(new Set(files).size).toBe(3)
  })

  test('has a URL without a key, that of the service, which needs no escape', async () => {
    const url = await urlOf({ transcript: 'Dr. Smith & "Sons", <please>; it’s 5:30 $(x)' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tts\/prompt\?token=[\w.-]+\.wav$/)
    expect(url).not.toContain(member.key)
    expect(Buffer.from(url.split('=')[1]!.split('.')[0]!, 'base64url').toString()).not.toContain('sk_purr_')
  })

  test('says when it ends: after a day unless it is told otherwise', async () => {
    expect((await signed(request())).expires_at).toBe(new Date(START + 86_400_000).toISOString())
    expect((await signed(request({ expires_in: 60 }))).expires_at).toBe(
      new Date(START + 60_000).toISOString(),
    )
  })
})

describe('a URL', () => {
  test.each<[string, object, string]>([
    ['no text', { transcript: undefined }, '400 missing_transcript'],
    ['a blank text', { transcript: '  ' }, '400 missing_transcript'],
    ['a text without sound', { transcript: '…' }, '400 missing_transcript'],
    ['a long text', { transcript: 'word '.repeat(1000) }, '400 input_too_long'],
    ['a text for which a URL has no room', { transcript: `Hello.${' '.repeat(8000)}` }, '400 input_too_long'],
    ['a text that no turn has', { transcript: `Hello.${' '.repeat(17_000)}` }, '400 input_too_long'],
    ['no voice', { voice: undefined }, '400 missing_voice'],
    ['a voice without an id', { voice: { mode: 'id' } }, '400 missing_voice_id'],
    ['an unknown voice', { voice: { mode: 'id', id: crypto.randomUUID() } }, '404 voice_not_found'],
    ['an unknown format', { format: 'wav' }, '400 invalid_output_format'],
    ['a format that is no text', { format: 8000 }, '400 invalid_output_format'],
    ['an unknown language', { language: 'English' }, '400 invalid_language'],
    ['no time at all', { expires_in: 0 }, '400 invalid_expiry'],
    ['more than a year', { expires_in: 31_536_001 }, '400 invalid_expiry'],
    ['parts of seconds', { expires_in: 1.5 }, '400 invalid_expiry'],
    ['a time that is no number', { expires_in: '60' }, '400 invalid_expiry'],
  ])('is not given for %s', async (_, changes, error) => {
    expect(await errorOf(await sign(request(changes)))).toBe(error)
    expect(await charges()).toEqual([])
  })

  test('is given where null stands for what may be left out', async () => {
    const url = await urlOf({ format: null, language: null, expires_in: null })
    expect((await fetch(url)).status).toBe(200)
  })

  test('costs nothing, and each counts as one request', async () => {
    const limited = await service.member(CREDITS, { requestsPerMinute: 2, concurrency: 10 })
    expect((await sign(request(), limited)).headers.get('ratelimit')).toBe('"requests";r=1')
    expect((await sign(request(), limited)).status).toBe(200)
    expect(await errorOf(await sign(request(), limited))).toBe('429 rate_limited')
    expect(await service.balance(limited)).toBe(CREDITS)
  })

  test('is that of the service as clients reach it, where one is given', async () => {
    const proxied = await start({ publicUrl: 'https://purr.example.com/voice' })
    try {
      const { url } = await signed(request(), await proxied.member(CREDITS), proxied)
      expect(url).toStartWith('https://purr.example.com/voice/tts/prompt?token=')
    } finally {
      await proxied.close()
    }
  })

  test('ends, and is told apart from one that was changed', async () => {
    const url = await urlOf({ expires_in: 60 })
    expect((await fetch(url)).status).toBe(200)
    now = START + 60_000
    const ended = await fetch(url)
    expect(ended.headers.get('cache-control')).toBe('no-store')
    expect(await errorOf(ended)).toBe('403 prompt_expired')
    for (const changed of [
      url.replace('token=', 'token=A'),
      `${url}x`,
      url.split('?')[0]!,
      `${url}&x=1`.replace('token', 'to'),
    ])
      expect(await errorOf(await fetch(changed))).toBe('403 invalid_prompt')
  })

  test('of another server with the same secret is good', async () => {
    const secret = 'the secret of several servers, 32 or more'
    const [one, other] = await Promise.all(
      [1, 2].map(async () => start({ dataDir: await mkdtemp(join(dataDir, 'server-')), secret })),
    )
    try {
      const { url } = await signed(request(), await one!.member(CREDITS), one)
      const token = url.split('?')[1]
      // its database is another one, so the key is unknown there: but the signature is not what is refused
      expect(await errorOf(await fetch(`${other!.url}/tts/prompt?${token}`))).toBe('401 unauthorized')
      expect(await errorOf(await fetch(`${service.url}/tts/prompt?${token}`))).toBe('403 invalid_prompt')
    } finally {
      await one!.close()
      await other!.close()
    }
  })
})

describe('the charge', () => {
  test('is taken when the prompt is first heard, once, whatever it is fetched with', async () => {
    const transcript = 'Nine cats 😀.'
    const url = await urlOf({ transcript })
    expect(await charges()).toEqual([])
    const answers = [
      await fetch(url, { method: 'HEAD' }),
      await fetch(url),
      await fetch(url, { headers: { range: 'bytes=5-9' } }),
      await fetch(await urlOf({ transcript, expires_in: 5 })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 206, 200])
    expect(await charges()).toEqual(['confirmed 12'])
    expect(await service.balance(member)).toBe(CREDITS - 12)
  })

  test('of twenty requests at once is taken once, and all hear the same', async () => {
    engine.shut()
    const transcript = newText()
    const urls = await Promise.all(
      Array.from({ length: 4 }, (_, index) => urlOf({ transcript, expires_in: index + 9 })),
    )
    const answers = Array.from({ length: 20 }, (_, index) => fetch(urls[index % 4]!))
    await speaking()
    engine.open()
    const files = await Promise.all((await Promise.all(answers)).map((answer) => answer.bytes()))
    expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(1)
    expect(await charges()).toEqual([`confirmed ${transcript.length}`])
  })

  test('is taken for each format, voice and language', async () => {
    const transcript = newText()
    const all = [
      {},
      { format: 'wav_l16_8000' },
      { language: 'de' },
      { voice: { mode: 'id', id: catalogue()[1]!.id } },
    ]
    for (const changes of all) expect((await fetch(await urlOf({ transcript, ...changes }))).status).toBe(200)
    expect(await charges()).toHaveLength(4)
  })

  test('is taken again by another version of Purr, which may read the text otherwise', async () => {
    const { storage } = service
    const prompts = { dataDir, now: () => now, version: 'another' }
    const upgraded = await startService({ storage, engine, prompts })
    const here = (await signed(request())).url
    const there = here.replace(service.url, upgraded.url)
    for (const each of [here, there, here, there]) expect((await fetch(each)).status).toBe(200)
    expect(await charges()).toHaveLength(2)
    await upgraded.close()
  })

  test('is refunded when the speech fails, and nothing is kept', async () => {
    const transcript = newText()
    const url = await urlOf({ transcript })
    const kept = await readdir(join(dataDir, 'prompts'))
    const broken = await startService({
      engine: {
        speak: () => {
          throw new Error('broken')
        },
        close: async () => {},
      },
      prompts: { dataDir, now: () => now },
    })
    try {
      const payer = await broken.member(CREDITS)
      const { url: there } = await signed(request({ transcript }), payer, broken)
      const answer = await fetch(there)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await errorOf(answer)).toBe('502 upstream_unavailable')
      await eventually(async () => (await broken.balance(payer)) === CREDITS)
    } finally {
      await broken.close()
    }
    expect(await readdir(join(dataDir, 'prompts'))).toEqual(kept)
    expect((await fetch(url)).status).toBe(200)
    expect(await charges()).toEqual([`confirmed ${transcript.length}`])
  })

  test('is not refunded to who leaves: the prompt is there for the next one', async () => {
    engine.shut()
    const transcript = newText()
    const url = await urlOf({ transcript })
    const leaving = new AbortController()
    const left = fetch(url, { signal: leaving.signal }).catch(() => 'left')
    await speaking()
    leaving.abort()
    expect(await left).toBe('left')
    engine.open()
    expect(await charges()).toEqual([`confirmed ${transcript.length}`])
    expect((await fetch(url)).status).toBe(200)
    expect(await charges()).toHaveLength(1)
  })

  test('is not taken where the balance does not cover it; what is kept is heard without credits', async () => {
    const poor = await service.member(10)
    const transcript = 'Ten chars.'
    expect((await fetch(await urlOf({ transcript }, poor))).status).toBe(200)
    expect(await errorOf(await fetch(await urlOf({}, poor)))).toBe('402 payment_required')
    expect((await fetch(await urlOf({ transcript }, poor))).status).toBe(200)
    expect(await service.balance(poor)).toBe(0)
  })

  test('is taken by each organization: none learns what another had said', async () => {
    const transcript = newText()
    const other = await service.member(CREDITS)
    await fetch(await urlOf({ transcript }))
    await fetch(await urlOf({ transcript }, other))
    expect(await charges(other)).toEqual([`confirmed ${transcript.length}`])
    expect(await charges()).toEqual([`confirmed ${transcript.length}`])
  })
})

describe('limits', () => {
  test('what has to be spoken counts as a request; what is kept does not, however often it is heard', async () => {
    const limited = await service.member(CREDITS, { requestsPerMinute: 4, concurrency: 10 })
    const [one, other] = [await urlOf({}, limited), await urlOf({}, limited)]
    const first = await fetch(one)
    expect(first.headers.get('ratelimit')).toBe('"requests";r=1')
    await fetch(other)
    for (let index = 0; index < 10; index++) {
      const again = await fetch(one)
      expect([again.status, again.headers.get('ratelimit')]).toEqual([200, null])
    }
  })

  test('too many requests and too many turns are refused, with the time to wait', async () => {
    const limited = await service.member(CREDITS, { requestsPerMinute: 3, concurrency: 1 })
    engine.shut()
    const [one, other] = [await urlOf({}, limited), await urlOf({}, limited)]
    const first = fetch(one)
    await speaking(limited)
    const second = await fetch(other)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await errorOf(second)).toBe('429 rate_limited')
    engine.open()
    expect((await first).status).toBe(200)

    const busy = await service.member(CREDITS, { requestsPerMinute: 100, concurrency: 1 })
    engine.shut()
    const [spoken, refused] = [await urlOf({}, busy), await urlOf({}, busy)]
    const third = fetch(spoken)
    await speaking(busy)
    expect(await errorOf(await fetch(refused))).toBe('429 concurrent_limit')
    engine.open()
    expect((await third).status).toBe(200)
  })
})

describe('access', () => {
  test('ends with the key that asked for the URL, even to what is kept', async () => {
    const { db } = service.storage
    const url = await urlOf()
    expect((await fetch(url)).status).toBe(200)
    await revokeKey(db, member.key.slice(8, 16))
    expect(await errorOf(await fetch(url))).toBe('401 unauthorized')
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(401)
  })

  /** The member with another key of the organization. */
  async function withSecondKey(): Promise<Member> {
    const { db } = service.storage
    const project = (await db.query.projects.findMany()).find(
      (row) => row.organizationId === member.organizationId,
    )!
    return { ...member, key: await createKey(db, project.id, 'second') }
  }

  test('with another key of the organization finds what is kept', async () => {
    const { db } = service.storage
    const second = await withSecondKey()
    const transcript = newText()
    await fetch(await urlOf({ transcript }))
    await revokeKey(db, member.key.slice(8, 16))
    expect((await fetch(await urlOf({ transcript }, second))).status).toBe(200)
    expect(await charges()).toHaveLength(1)
  })

  test('ends for nobody but those with the key when the key is revoked while all wait', async () => {
    const { db } = service.storage
    const second = await withSecondKey()
    const transcript = newText()
    const [revoked, valid] = [await urlOf({ transcript }), await urlOf({ transcript }, second)]
    engine.shut()
    const first = fetch(revoked)
    await speaking()
    const waiting = [revoked, valid, valid, valid].map((url) => fetch(url))
    await sign(request()) // by then, those before it wait
    const prefix = member.key.slice(8, 16)
    await revokeKey(db, prefix)
    service.turns.keys.revoked({ id: member.keyId, prefix })
    engine.open()
    const refused = [await first, await waiting[0]!]
    for (const answer of refused) expect(await errorOf(answer)).toBe('401 unauthorized')
    const heard = await Promise.all(waiting.slice(1))
    expect(heard.map(({ status }) => status)).toEqual([200, 200, 200])
    const files = await Promise.all(heard.map((answer) => answer.bytes()))
    for (const file of files) expect(Buffer.compare(file, files[0]!)).toBe(0)
    const { length } = transcript
    expect((await charges()).toSorted()).toEqual([`confirmed ${length}`, `refunded ${length}`])
  })

  test('ends with the voice', async () => {
    const cloned = await postClone({ url: service.url, key: member.key }, formWith())
    const { id } = (await cloned.json()) as { id: string }
    const url = await urlOf({ voice: { mode: 'id', id } })
    expect((await fetch(url)).status).toBe(200)
    const deleted = await fetch(`${service.url}/voices/${id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': member.key },
    })
    expect(deleted.status).toBe(204)
    expect(await errorOf(await fetch(url))).toBe('404 voice_not_found')
  })
})

describe('an answer', () => {
  test('may be kept by caches until the URL expires, but no longer than a day', async () => {
    const short = await urlOf({ expires_in: 600 })
    const long = await urlOf({ expires_in: 1_000_000 })
    expect((await fetch(long)).headers.get('cache-control')).toBe('public, max-age=86400')
    expect((await fetch(short)).headers.get('cache-control')).toBe('public, max-age=600')
    now = START + 599_500
    expect((await fetch(short)).headers.get('cache-control')).toBe('public, max-age=0')
  })

  test('to HEAD has the headers of GET, also where nothing is kept yet', async () => {
    const url = await urlOf()
    const [head, get] = [await fetch(url, { method: 'HEAD' }), await fetch(url)]
    expect(await head.text()).toBe('')
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'accept-ranges'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    expect(Number(get.headers.get('content-length'))).toBe((await get.bytes()).length)
  })

  test('in parts has the bytes of the whole', async () => {
    const url = await urlOf()
    const whole = Buffer.from(await (await fetch(url)).bytes())
    const parts: Buffer[] = []
    for (let at = 0; at < whole.length; at += 5000) {
      const part = await fetch(url, { headers: { range: `bytes=${at}-${at + 4999}` } })
      expect(part.status).toBe(206)
      const bytes = Buffer.from(await part.bytes())
      expect(Number(part.headers.get('content-length'))).toBe(bytes.length)
      expect(part.headers.get('content-range')).toBe(`bytes ${at}-${at + bytes.length - 1}/${whole.length}`)
      parts.push(bytes)
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
  })

  test.each(['GET', 'HEAD'])('to %s has no body for who has it already', async (method) => {
    const url = await urlOf()
    const etag = (await fetch(url)).headers.get('etag')!
    const again = await fetch(url, { method, headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })
})

// One story: what a server has given and spoken outlives it, also when it is killed.
test('a restart keeps the URLs, and what has been spoken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-prompts-restart-'))
  const transcript = 'Once is enough.'
  const env = {
    DATA_DIR: folder,
    PURR_API_KEY: generateKey(),
    PURR_CREDITS: String(transcript.length),
  }
  const first = await startPurr(env)
  const answer = await post(`${first.url}/tts/prompt`, first.key, request({ transcript }))
  const { url } = (await answer.json()) as { url: string }
  const file = await (await fetch(url)).bytes()
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await startPurr(env)
  const again = await fetch(`${second.url}/tts/prompt?${url.split('?')[1]}`)
  expect(again.status).toBe(200)
  expect(Buffer.compare(await again.bytes(), file)).toBe(0)
  // There are no credits left with which it could have been spoken again.
  const other = await post(`${second.url}/tts/prompt`, second.key, request())
  const unheard = ((await other.json()) as { url: string }).url
  expect(await errorOf(await fetch(unheard))).toBe('402 payment_required')
  expect(await second.stop()).toBe(0)
  await second.remove()
}, 120_000)
