import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import specs from '@asyncapi/specs'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { TwilioLine } from '../bridges/calls/lines.ts'
import { JambonzStream } from '../bridges/jambonz/jambonz-stream.ts'
import { ApiDocument, pointer } from '../support/api-document.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

interface Channel {
  readonly address: string
  readonly messages: Readonly<
    Record<string, { readonly payload: object; readonly examples?: readonly { readonly payload: unknown }[] }>
  >
}

interface Operation {
  readonly action: 'send' | 'receive'
  readonly channel: { readonly $ref: string }
  readonly messages: readonly { readonly $ref: string }[]
}

let service: Service
let member: Member
let api: ApiDocument
let channels: Readonly<Record<string, Channel>>
let operations: Readonly<Record<string, Operation>>
beforeAll(async () => {
  service = await startService()
  member = await service.member(100_000)
  api = await ApiDocument.of(service.url, 'asyncapi')
  channels = api.document.channels as typeof channels
  operations = api.document.operations as typeof operations
})
afterAll(() => service.close())

/** The names of the messages that a value is by its schema, of those that a server sends or receives on a channel. */
function kindsOf(action: Operation['action'], channel: string, value: unknown): string[] {
  const { messages } = operations[`${channel}-${action}`]!
  return messages
    .map(({ $ref }) => $ref.split('/').at(-1)!)
    .filter((name) => api.faults(placeOf(channel, name), value).length === 0)
}

function placeOf(channel: string, message: string): string {
  return pointer('channels', channel, 'messages', message, 'payload')
}

/** Which messages were met; fails for one that is not described. */
function met(action: Operation['action'], channel: string, values: readonly unknown[]): Set<string> {
  const names = new Set<string>()
  for (const value of values) {
    const kinds = kindsOf(action, channel, value)
    expect({ value, isDescribed: kinds.length > 0 }).toEqual({ value, isDescribed: true })
    for (const kind of kinds) names.add(kind)
  }
  return names
}

describe('GET /asyncapi.json', () => {
  test('is valid AsyncAPI 3, names the server that was asked, and needs no key', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    addFormats(ajv)
    const check = ajv.compile(specs.schemasWithoutId['3.0.0'])
    expect({ isValid: check(api.document), errors: check.errors }).toEqual({ isValid: true, errors: null })
    const { servers } = api.document as { servers?: { purr: { host: string; protocol: string } } }
    expect(servers!.purr).toMatchObject({ host: new URL(service.url).host, protocol: 'ws' })
  })

  test('names its own address to a client whose Host is no name', async () => {
    const answer = await fetch(`${service.url}/asyncapi.json`, { headers: { host: 'a b' } })
    const { servers } = (await answer.json()) as { servers: { purr: { host: string } } }
    expect(servers.purr.host).toBe(service.server.url.host)
  })

  test('has every WebSocket whose messages are those of Purr', () => {
    const sockets = service.routes
      .filter(({ hooks }) => '101' in ((hooks.detail as { responses?: object })?.responses ?? {}))
      .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    const ofTelephoneSystems = ['/calls/asterisk', '/calls/telnyx', '/calls/twilio']
    const described = Object.values(channels).map(({ address }) => address)
    expect([...described, ...ofTelephoneSystems].toSorted()).toEqual(sockets.toSorted())
  })

  test('has examples of times in which everything ends after it has begun', () => {
    const { timestamps, phoneme_timestamps } = channels['tts-websocket']!.messages
    const [words, phones] = [timestamps, phoneme_timestamps].map(
      (message) => message!.examples![0]!.payload as Record<string, { start: number[]; end: number[] }>,
    )
    for (const { start, end } of [words!.word_timestamps!, phones!.phoneme_timestamps!]) {
      expect(start.every((begun, place) => begun < end[place]!)).toBe(true)
    }
  })

  test('has examples of its messages, which fit their schemas', () => {
    const faults = Object.entries(channels).flatMap(([channel, { messages }]) =>
      Object.entries(messages).flatMap(([name, { examples = [] }]) =>
        examples.flatMap(({ payload }) => api.faults(placeOf(channel, name), payload)),
      ),
    )
    expect(faults).toEqual([])
    const without = Object.values(channels).flatMap(({ messages }) =>
      Object.keys(messages).filter((name) => messages[name]!.examples === undefined),
    )
    expect(without).toEqual(['audio'])
  })
})

/** The error that a client is sent whose text is missing, on each channel. */
const ERRORS: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'tts-websocket'() {
    const client = await SpeechClient.connect(service.url, member.key)
    client.send({ context_id: 'turn-1' })
    const [error] = await client.turn('turn-1')
    client.close()
    return error
  },
  async 'jambonz-stream'() {
    const stream = await JambonzStream.open(service.url, member.key, { voice: 'Kathleen' })
    stream.send('{"type": "stream"}')
    await stream.until(() => stream.messages.length > 1)
    stream.close()
    return stream.messages[1]
  },
  async 'calls-id-events'() {
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key } })
    const socket = new WebSocket(eventsOf(line))
    const error = Promise.withResolvers<unknown>()
    socket.onopen = () => socket.send('{"context_id": "turn-1"}')
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data)
      if (event.type === 'error') error.resolve(event)
    }
    socket.onclose = () => error.reject(new Error('the call is over'))
    const sent = await error.promise
    line.hangUp()
    return sent
  },
}

test.each(Object.keys(ERRORS))('a client of %s meets the error of the example', async (channel) => {
  expect(await ERRORS[channel]!()).toEqual(channels[channel]!.messages.error!.examples![0]!.payload)
})

test('the error of every channel is met', () => {
  const failing = Object.keys(channels).filter((channel) => channels[channel]!.messages.error !== undefined)
  expect(Object.keys(ERRORS).toSorted()).toEqual(failing.toSorted())
})

/** The URL of a call's events. */
function eventsOf({ callId }: TwilioLine): string {
  return `${service.url.replace(/^http/, 'ws')}/calls/${callId}/events?api_key=${member.key}`
}

describe('a conversation is as the AsyncAPI document has it', () => {
  test('on /tts/websocket', async () => {
    const client = await SpeechClient.connect(service.url, member.key)
    const output_format = { ...goodRequest.output_format, container: 'raw' }
    const turn = { ...goodRequest, output_format, context_id: 'a', continue: true }
    const times = { add_timestamps: true, add_phoneme_timestamps: true }
    const sent = [
      { ...turn, ...times, transcript: 'Hello there. ', flush: true },
      { ...turn, transcript: 'Good evening.' },
      { context_id: 'a', transcript: '' },
      { ...turn, context_id: 'b', continue: false },
      { context_id: 'b', cancel: true },
    ]
    for (const frame of sent) client.send(frame)
    client.send('no JSON')
    await client.turn('a')
    await client.turn(null)
    client.close()
    expect(met('receive', 'tts-websocket', sent)).toEqual(new Set(['text', 'control']))
    const types = ['chunk', 'timestamps', 'phoneme_timestamps', 'flush_done', 'done', 'error']
    expect(met('send', 'tts-websocket', client.frames)).toEqual(new Set(types))
  })

  test('on /jambonz/stream', async () => {
    const stream = await JambonzStream.open(service.url, member.key, { voice: 'Kathleen' })
    const sent = [
      { type: 'stream', text: 'Hello.' },
      { type: 'flush' },
      { type: 'stop' },
      { type: 'clear' },
    ] as const
    stream.send(sent[0])
    stream.send(sent[1])
    await stream.heard(1)
    stream.send(sent[2])
    stream.send(sent[3])
    await stream.read()
    stream.close()
    expect(met('receive', 'jambonz-stream', sent)).toEqual(new Set(sent.map(({ type }) => type)))
    expect(met('send', 'jambonz-stream', stream.messages)).toEqual(new Set(['connect', 'error']))
  })

  test('on /calls/{id}/events', async () => {
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key } })
    const socket = new WebSocket(eventsOf(line))
    const events: { type: string }[] = []
    const ended = Promise.withResolvers<void>()
    const told = (type: string) => line.until(() => events.some((event) => event.type === type))
    socket.onmessage = ({ data }) => events.push(JSON.parse(data))
    socket.onclose = () => ended.resolve()
    await told('started')
    const long = 'Thank you for calling. All our lines are busy at the moment, so please stay on the line.'
    const sent = [
      { context_id: 'a', transcript: 'Hello.', voice: 'Kathleen', continue: true },
      { context_id: 'a', transcript: '' },
      { context_id: 'b', transcript: long, voice: 'Kathleen' },
      { cancel: true },
    ]
    socket.send(JSON.stringify(sent[0]))
    socket.send(JSON.stringify(sent[1]))
    await told('mark')
    socket.send(JSON.stringify(sent[2]))
    socket.send(JSON.stringify(sent[3]))
    socket.send('no JSON')
    line.press('5')
    await told('dtmf')
    await told('error')
    await told('interrupted')
    line.stop()
    await ended.promise
    line.hangUp()
    expect(met('receive', 'calls-id-events', sent)).toEqual(new Set(['text', 'control']))
    const types = ['started', 'speaking', 'mark', 'interrupted', 'dtmf', 'error', 'ended']
    expect(met('send', 'calls-id-events', events)).toEqual(new Set(types))
  })
})
