import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { purr } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { modelOf } from '../support/model-of.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../support/service.ts'

const MAIN = join(import.meta.dir, '../../src/cli/main.ts')

let service: Service
let member: Member
let folder: string
beforeAll(async () => {
  const other = modelOf('other', await sharedEngine(), catalogue()[0]!.speaker)
  service = await startService({ models: [other] })
  member = await service.member(10_000)
})
afterAll(() => service.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-mcp-'))
})

/** A player that takes as long as the sounds of this test, and keeps what it plays. */
async function givePlayer(): Promise<void> {
  const line = `/bin/cp "$1" ${folder}/begun && /bin/sleep 2 && /bin/mv ${folder}/begun ${folder}/heard-$$`
  await Bun.write(join(folder, 'pw-play'), `#!/bin/sh\n${line}\n`)
  await chmod(join(folder, 'pw-play'), 0o755)
}

/** What has been played to its end. */
async function heard(): Promise<Buffer[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('heard-'))
  return Promise.all(
    files.toSorted().map(async (file) => Buffer.from(await Bun.file(join(folder, file)).arrayBuffer())),
  )
}

/** An assistant that has the tool, with the protocol's own client. */
async function withAssistant(
  env: Record<string, string>,
  act: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { PATH: folder, PURR: service.url, KEY: member.key, ...env },
  })
  try {
    await client.connect(transport)
    await act(client)
  } finally {
    await client.close()
    await rm(folder, { recursive: true })
  }
}

function speak(client: Client, args: Record<string, unknown>) {
  return client.callTool({ name: 'speak', arguments: args })
}

test('the tool "speak" plays what the server says, one text after the other', async () => {
  await givePlayer()
  const grace = catalogue().find(({ name }) => name === 'Grace')!.id
  await withAssistant({}, async (client) => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['speak'])
    expect(Object.keys(tools[0]!.inputSchema.properties!)).toEqual(['text', 'voice'])
    const before = await service.balance(member)
    const texts = ['Hello there.', 'It is late.']
    const answers = await Promise.all([
      speak(client, { text: texts[0] }),
      speak(client, { text: texts[1], voice: 'grace' }),
    ])
    for (const answer of answers) {
      expect(answer.isError).toBeFalsy()
      expect(answer.content).toEqual([
        { type: 'text', text: expect.stringMatching(/^Spoken in [01]\.\d s\.$/) },
      ])
    }
    const expected = await Promise.all(
      [goodRequest.voice.id, grace].map(async (id, index) => {
        const { key } = await service.member(100)
        const voice = { mode: 'id', id }
        const answer = await post(`${service.url}/tts/bytes`, key, {
          ...goodRequest,
          transcript: texts[index],
          voice,
        })
        return Buffer.from(await answer.arrayBuffer())
      }),
    )
    const played = await heard()
    expect(played.length).toBe(2)
    const digest = (audio: Buffer) => Bun.hash(audio).toString()
    expect(played.map(digest).toSorted()).toEqual(expected.map(digest).toSorted())
    expect(before - (await service.balance(member))).toBe(texts.join('').length)
  })
})

test('what the assistant cancels is silent at once, and what waits for it is not played', async () => {
  await givePlayer()
  await withAssistant({}, async (client) => {
    const stops = [new AbortController(), new AbortController()]
    const cancelled = stops.map(({ signal }) =>
      client
        .callTool({ name: 'speak', arguments: { text: 'This is not heard.' } }, { signal })
        .catch((error: unknown) => error),
    )
    await eventually(async () => (await readdir(folder)).includes('begun'))
    for (const stop of stops) stop.abort()
    for (const error of await Promise.all(cancelled)) expect(error).toBeInstanceOf(Error)
    const answer = await speak(client, { text: 'Hello.' })
    expect(answer.isError).toBeFalsy()
    expect((await heard()).length).toBe(1)
  })
})

test('an assistant that ends while it speaks leaves nothing of what was played', async () => {
  await givePlayer()
  const temporary = await mkdtemp(join(tmpdir(), 'purr-temporary-'))
  await withAssistant({ TMPDIR: temporary }, async (client) => {
    const spoken = speak(client, { text: 'This is not heard.' }).catch((error: unknown) => error)
    await eventually(async () => (await readdir(folder)).includes('begun'))
    expect(await readdir(temporary)).toHaveLength(1)
    await client.close()
    expect(await spoken).toBeInstanceOf(Error)
    await eventually(async () => (await readdir(temporary)).length === 0)
  })
  await rm(temporary, { recursive: true })
})

test('the tool speaks with a voice of another model, too', async () => {
  await givePlayer()
  await withAssistant({}, async (client) => {
    const answer = await speak(client, { text: 'Hello there.', voice: 'Other' })
    expect(answer.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^Spoken in [01]\.\d s\.$/) },
    ])
    expect((await heard()).length).toBe(1)
  })
})

test('the tool says what is wrong', async () => {
  await withAssistant({}, async (client) => {
    for (const [args, message] of [
      [{ text: 'Hello.', voice: 'Nobody' }, /there is no voice "Nobody": use one of "Kathleen", /],
      [{ text: '...' }, /nothing that can be spoken.*Send words/],
      [{ text: '' }, /text/],
      [{ text: 'Hello.' }, /no audio player was found$/],
    ] as const) {
      const answer = await speak(client, args)
      expect(answer.isError).toBe(true)
      expect((answer.content as { text: string }[])[0]!.text).toMatch(message)
    }
  })
})

test.each<[string, Record<string, string>, RegExp]>([
  [
    'no server there',
    { PURR: 'http://127.0.0.1:1' },
    /cannot be reached at http:\/\/127\.0\.0\.1:1 .*set PURR/,
  ],
  ['a key that is not valid', { KEY: 'sk_purr_wrong' }, /The API key is not valid\./],
])('the tool says so when there is %s', async (_, env, message) => {
  await withAssistant(env, async (client) => {
    const answer = await speak(client, { text: 'Hello.' })
    expect(answer.isError).toBe(true)
    expect((answer.content as { text: string }[])[0]!.text).toMatch(message)
  })
})

test.each([
  ['', 'http://127.0.0.1:8080', /KEY is missing: set it to/],
  ['sk_purr_…', 'http://127.0.0.1:8080', /KEY is not an API key: set it to a whole one/],
  ['sk_purr_x', '127.0.0.1:8080', /PURR is "127\.0\.0\.1:8080", which is not a URL: write it as http:\/\//],
  ['sk_purr_x', 'http://my purr', /PURR is "http:\/\/my purr", which is not a URL/],
])('with the key "%s" and the URL "%s" the command ends with what to set', (KEY, PURR, message) => {
  const { code, err } = purr(['mcp'], { KEY, PURR })
  expect(code).toBe(1)
  expect(err).toMatch(message)
  expect(err).not.toContain('sk_purr_')
})
