import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Call } from '../../../src/bridges/calls/call.ts'
import { readRequest } from '../../../src/bridges/calls/call-frame.ts'
import { Metronome } from '../../../src/bridges/calls/metronome.ts'
import { PacedLine } from '../../../src/bridges/calls/paced-line.ts'
import { lineFormat } from '../../../src/bridges/calls/protocol.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { RunningTurns } from '../../../src/tts/running-turns.ts'
import { books, settledBooks } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { failing } from '../../support/failing-database.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { AsteriskLine, TwilioLine } from './lines.ts'
import { ManualClock } from './manual-clock.ts'

const VOICE = catalogue()[0]!.name
const LONG = 'Thank you for calling. All our lines are busy at the moment, so please stay on the line.'

/** A program's connection to a call. */
class Program {
  readonly events: Record<string, unknown>[] = []
  closed: number | undefined
  readonly socket: WebSocket

  constructor(url: string, callId: string, key: string) {
    this.socket = new WebSocket(
      `${url.replace(/^http/, 'ws')}/calls/${encodeURIComponent(callId)}/events?api_key=${key}`,
    )
    this.socket.onmessage = ({ data }) => this.events.push(JSON.parse(data))
    this.socket.onclose = ({ code }) => {
      this.closed = code
    }
  }

  /** Connects, maybe before the call is there. */
  static async to(url: string, callId: string, key: string): Promise<Program> {
    const program = new Program(url, callId, key)
    await eventually(() => program.events.length > 0)
    return program
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The events in short. */
  get told(): string[] {
    return this.events.map(({ type, context_id, digit, error_code }) =>
      [type, context_id, digit, error_code].filter((each) => each !== undefined).join(' '),
    )
  }

  async until(told: string): Promise<void> {
    await eventually(() => this.told.includes(told))
  }
}

async function bytesOf(service: Service, key: string, transcript: string): Promise<Buffer> {
  const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
  const answer = await post(`${service.url}/tts/bytes`, key, { ...goodRequest, transcript, output_format })
  const audio = Buffer.from(await answer.arrayBuffer())
  return Buffer.concat([audio, Buffer.alloc((160 - (audio.length % 160)) % 160, 0xff)])
}

describe('the events of a call', () => {
  let service: Service
  let member: Member
  let line: TwilioLine
  let program: Program
  beforeAll(async () => {
    service = await startService()
    member = await service.member(1_000_000)
  })
  afterAll(() => service.close())

  async function begin(): Promise<void> {
    line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key, voice: VOICE } })
    program = await Program.to(service.url, line.callId, member.key)
  }

  test('tell its start, what is spoken and has been played, the keys that are pressed, and its end', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: 'Press one.' })
    await program.until('mark a')
    line.press('1')
    line.press('#')
    await program.until('dtmf #')
    line.stop()
    await eventually(() => program.closed !== undefined)
    expect(program.told).toEqual(['started', 'speaking a', 'mark a', 'dtmf 1', 'dtmf #', 'ended'])
    expect(program.events[0]).toEqual({ type: 'started', call_id: line.callId })
    expect(program.closed).toBe(1000)
  })

  test('can be asked for before the call has begun', async () => {
    const early = [1, 2].map(() => new Program(service.url, 'soon', member.key))
    await Bun.sleep(300)
    const parameters = { api_key: member.key, voice: VOICE, id: 'soon', announcement: 'Hi.' }
    const soon = await TwilioLine.connect(service.url, { parameters })
    for (const each of early) {
      await each.until('mark announcement')
      expect(each.told).toEqual(['started', 'speaking announcement', 'mark announcement'])
    }
    soon.hangUp()
  })

  test('come with text in pieces: it is the same speech, however it is cut', async () => {
    await begin()
    const text = 'The doctor, Dr. Smith, can see you at 5:30.'
    for (const piece of text.match(/.{1,5}/g)!)
      program.send({ context_id: 'a', transcript: piece, continue: true })
    program.send({ context_id: 'a', transcript: '' })
    await program.until('mark a')
    expect(line.audio.equals(await bytesOf(service, member.key, text))).toBe(true)
    line.hangUp()
  })

  test('come with a flush: what is there is spoken, though its clause has not ended', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: 'One moment', continue: true })
    program.send({ context_id: 'a', transcript: '', continue: true, flush: true })
    await program.until('speaking a')
    program.send({ context_id: 'a', transcript: ' please.' })
    await program.until('mark a')
    line.hangUp()
  })

  test('tell what is cut off by a cancel, of all that waits; the text that still comes for it begins anew', async () => {
    await begin()
    const own = member.organizationId
    const { confirmed } = await books(service.storage.db, own)
    program.send({ context_id: 'a', transcript: LONG })
    program.send({ context_id: 'b', transcript: 'Never heard.', continue: true })
    await program.until('speaking a')
    await eventually(async () => (await books(service.storage.db, own)).open === LONG.length + 12)
    program.send({ cancel: true })
    await program.until('interrupted b')
    expect(program.told).toEqual(['started', 'speaking a', 'interrupted a', 'interrupted b'])
    expect((await settledBooks(service.storage.db, own)).confirmed).toBe(confirmed + LONG.length)
    program.send({ context_id: 'b', transcript: 'Hi.' })
    await program.until('mark b')
    const clear = line.said.find(({ message }) => message === 'clear')!
    expect(line.audio.subarray(clear.after * 160).equals(await bytesOf(service, member.key, 'Hi.'))).toBe(
      true,
    )
    line.hangUp()
  })

  test.each<[string, object | string, string]>([
    ['no JSON', 'hello', 'error  invalid_json'],
    ['no text', { context_id: 'a' }, 'error a missing_transcript'],
    [
      'a voice that is none',
      { context_id: 'a', transcript: 'Hi.', voice: 'Nobody' },
      'error a voice_not_found',
    ],
    [
      'a language that is none',
      { context_id: 'a', transcript: 'Hi.', language: '?' },
      'error a invalid_language',
    ],
    ['an id that is no text', { context_id: 5, transcript: 'Hi.' }, 'error  invalid_context'],
    ['what is too large', { context_id: 'a', transcript: 'x'.repeat(70_000) }, 'error a payload_too_large'],
  ])('tell that %s cannot be spoken, and the call goes on', async (_, frame, told) => {
    await begin()
    program.send(frame)
    await program.until(told)
    program.send({ context_id: 'b', transcript: 'Hi.' })
    await program.until('mark b')
    expect(program.told).toEqual(['started', told, 'speaking b', 'mark b'])
    line.hangUp()
  })

  test('mean nothing for a context without text, and a bad frame ends its utterance after what came before', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: '' })
    program.send({ context_id: 'a', transcript: ' ', continue: true, flush: true })
    program.send({ context_id: 'b', transcript: 'Hello there. ', continue: true })
    program.send({ context_id: 'b', continue: true })
    await program.until('error b missing_transcript')
    await line.until(() => line.said.length > 0)
    expect(line.audio.equals(await bytesOf(service, member.key, 'Hello there. '))).toBe(true)
    expect(program.told.filter((each) => each.includes(' a'))).toEqual([])
    line.hangUp()
  })

  test('tell that a text without anything to be heard is over', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: '***', continue: true })
    program.send({ context_id: 'a', transcript: '' })
    await program.until('mark a')
    expect(program.told).toEqual(['started', 'mark a'])
    line.hangUp()
  })

  test('tell only the error of a text that is refused', async () => {
    const { key } = await service.member(10)
    line = await TwilioLine.connect(service.url, { parameters: { api_key: key, voice: VOICE } })
    program = await Program.to(service.url, line.callId, key)
    program.send({ context_id: 'a', transcript: '***' })
    program.send({ context_id: 'b', transcript: LONG })
    program.send({ context_id: 'c', transcript: LONG.repeat(20) })
    program.send({ context_id: 'd', transcript: 'Hi.' })
    await program.until('mark d')
    expect(program.told.toSorted()).toEqual([
      'error a missing_transcript',
      'error b payment_required',
      'error c input_too_long',
      'mark d',
      'speaking d',
      'started',
    ])
    line.hangUp()
  })

  test.each<[string, object[], string, string]>([
    [
      'its first frame was wrong',
      [{ transcript: 'Hello there. ', language: '?' }],
      'error a invalid_language',
      '',
    ],
    ['its turn failed', [{ transcript: 'Hello there. ', voice: 'Nobody' }], 'error a voice_not_found', ''],
    [
      'a later frame was wrong',
      [{ transcript: 'Hello there. ' }, {}],
      'error a missing_transcript',
      'Hello there. ',
    ],
    [
      'a later frame was too large to be read',
      [{ transcript: 'Hello there. ' }, { transcript: 'x'.repeat(70_000) }],
      'error a payload_too_large',
      'Hello there. ',
    ],
  ])('drop what still comes of a text when %s, up to its end', async (_, frames, told, heard) => {
    await begin()
    const send = (frame: object) => program.send({ context_id: 'a', ...frame })
    for (const frame of frames) send({ continue: true, ...frame })
    await program.until(told)
    send({ transcript: 'My name is Ann. ', continue: true, flush: true })
    send({ continue: true })
    send({ transcript: 'How can I help?' })
    send({ transcript: 'Hi.' })
    await program.until('mark a')
    const audio = heard === '' ? [] : [await bytesOf(service, member.key, heard)]
    audio.push(await bytesOf(service, member.key, 'Hi.'))
    expect(line.audio.equals(Buffer.concat(audio))).toBe(true)
    expect(program.told.filter((each) => each.startsWith('error'))).toEqual([told])
    line.hangUp()
  })

  test.each<[string, () => Promise<void>]>([
    ['a cancel', async () => program.send({ cancel: true })],
    [
      'another program has come in the place of the last one',
      async () => {
        program.socket.close()
        await eventually(() => program.closed !== undefined)
        program = await Program.to(service.url, line.callId, member.key)
      },
    ],
  ])('drop nothing more of it after %s', async (_, change) => {
    await begin()
    program.send({ context_id: 'a', transcript: 'Hello ', voice: 'Nobody', continue: true })
    await program.until('error a voice_not_found')
    await change()
    program.send({ context_id: 'a', transcript: 'Hi.' })
    await program.until('mark a')
    line.hangUp()
  })

  test('come to what is said over HTTP under the id of a text that failed', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: 'Hello ', voice: 'Nobody', continue: true })
    await program.until('error a voice_not_found')
    const said = await post(`${service.url}/calls/${line.callId}/say`, member.key, {
      context_id: 'a',
      transcript: 'Hi.',
    })
    expect(said.status).toBe(200)
    await program.until('mark a')
    line.hangUp()
  })

  test('do not take a word for played that was not sent to its end, or is not known', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: LONG })
    await program.until('speaking a')
    for (const name of ['purr-1', 'purr-2', '', 'other']) line.say('mark', { mark: { name } })
    line.press('1')
    await program.until('dtmf 1')
    await program.until('mark a')
    expect(program.told).toEqual(['started', 'speaking a', 'dtmf 1', 'mark a'])
    line.hangUp()
  })

  test('come with the credits of the texts that were heard, and without those of the others', async () => {
    await begin()
    const own = member.organizationId
    const before = await books(service.storage.db, own)
    program.send({ context_id: 'a', transcript: LONG, continue: true })
    program.send({ context_id: 'a', transcript: ' Never heard.' })
    await program.until('speaking a')
    await eventually(async () => (await books(service.storage.db, own)).open === LONG.length + 13)
    await line.until(() => line.frames.length > 30)
    program.send({ cancel: true })
    await program.until('interrupted a')
    const after = await settledBooks(service.storage.db, own)
    expect([after.confirmed - before.confirmed, after.refunded - before.refunded]).toEqual([LONG.length, 13])
    line.hangUp()
  })

  test('are refused when too many utterances wait', async () => {
    await begin()
    for (let i = 0; i < 9; i++) program.send({ context_id: `${i}`, transcript: LONG })
    await program.until('error 8 concurrent_limit')
    line.hangUp()
  })

  test('end the text that its last program has left unfinished: it is spoken, and settled', async () => {
    await begin()
    program.send({ context_id: 'a', transcript: 'Hello the', continue: true })
    await eventually(async () => (await books(service.storage.db, member.organizationId)).open > 0)
    program.socket.close()
    await line.until(() => line.said.length > 0)
    await settledBooks(service.storage.db, member.organizationId)
    line.hangUp()
  })

  test('are not for other organizations', async () => {
    await begin()
    const other = await service.member(1000)
    const theirs = new Program(service.url, line.callId, other.key)
    await eventually(() => theirs.closed !== undefined)
    expect(theirs.events).toEqual([])
    const plain = { headers: { 'x-api-key': member.key } }
    expect((await fetch(`${service.url}/calls/${line.callId}/events`, plain)).status).toBe(426)
    line.hangUp()
  })
})

describe('a call takes no text', () => {
  let service: Service
  let call: Call
  beforeAll(async () => {
    service = await startService()
    const wire = { begin() {}, media() {}, mark() {}, clear() {} }
    const format = lineFormat('pcm_mulaw', 8000)
    const line = new PacedLine(wire, new Metronome(new ManualClock()), format, 10)
    const settings = {
      id: 'CA',
      caller: await service.member(1000),
      voice: VOICE,
      language: undefined,
      format,
    }
    call = new Call(service.turns, settings, line, () => {})
  })
  afterAll(() => service.close())

  const take = (transcript: string) => {
    const request = readRequest(JSON.stringify({ transcript, context_id: 'one', continue: true }))
    if (request.is === 'text') call.take(request.frame)
  }

  test('when a megabyte of it waits to be spoken', () => {
    const long = 'word '.repeat(12_000)
    for (let taken = 0; taken < 17; taken++) take(long)
    expect(() => take(long)).toThrow('Too much text of this call waits')
  })

  test('when it has ended: nobody would hear it', async () => {
    call.end()
    expect(() => take('Hello.')).toThrow('There is no such call')
    await service.turns.running.ended()
    const { organizationId } = call.settings.caller
    expect(await books(service.storage.db, organizationId)).toMatchObject({ balance: 1000, open: 0 })
  })
})

test('a text that failed is not told as played, however long its settlement takes', async () => {
  let isAway = false
  const service = await startService({
    through: (db) => failing(db, () => (isAway ? 'before' : 'never')),
  })
  const { key } = await service.member(1000)
  const line = await TwilioLine.connect(service.url, { parameters: { api_key: key, voice: VOICE } })
  const program = await Program.to(service.url, line.callId, key)
  program.send({ context_id: 'a', transcript: 'Hello there. ', continue: true })
  await program.until('speaking a')
  isAway = true
  program.send({ context_id: 'a', continue: true })
  await program.until('error a missing_transcript')
  expect(program.told).toEqual(['started', 'speaking a', 'error a missing_transcript'])
  isAway = false
  line.hangUp()
  await service.close()
})

describe('a server that stops', () => {
  async function begun(running = new RunningTurns()) {
    const service = await startService({ running })
    const member = await service.member(1000)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key, voice: VOICE } })
    const program = await Program.to(service.url, line.callId, member.key)
    return { service, member, line, program, running }
  }

  test('lets what is being said be heard to its end, takes nothing new, and closes', async () => {
    const { service, member, line, program } = await begun()
    program.send({ context_id: 'a', transcript: LONG })
    await program.until('speaking a')
    service.sockets.leave()
    program.send({ context_id: 'b', transcript: 'Hi.' })
    await program.until('error b service_stopping')
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1001 })
    expect(line.audio.equals(await bytesOf(service, member.key, LONG))).toBe(true)
    expect(program.told).toEqual(['started', 'speaking a', 'error b service_stopping', 'mark a', 'ended'])
    await eventually(() => service.sockets.size === 0)
    await service.close()
  })

  test('closes a call on which nothing is said', async () => {
    const { service, line, program } = await begun()
    service.sockets.leave()
    await line.until(() => line.closed !== undefined)
    await eventually(() => program.closed !== undefined)
    expect([line.closed!.code, program.told]).toEqual([1001, ['started', 'ended']])
    await service.close()
  })

  test('reports what is interrupted before the call ends', async () => {
    const { service, line, program } = await begun()
    program.send({ context_id: 'a', transcript: LONG })
    program.send({ context_id: 'b', transcript: 'Hi.' })
    await program.until('speaking a')
    service.sockets.leave()
    program.send({ cancel: true })
    await line.until(() => line.closed !== undefined)
    await eventually(() => program.closed !== undefined)
    expect(program.told).toEqual(['started', 'speaking a', 'interrupted a', 'interrupted b', 'ended'])
    expect(line.said.map(({ message }) => message)).toEqual(['clear'])
    await service.close()
  })

  test('still has Asterisk hang up a call, and reports what is dropped', async () => {
    const service = await startService()
    const { key } = await service.member(1000)
    const line = await AsteriskLine.connect(service.url, { query: { api_key: key, voice: VOICE } })
    const program = await Program.to(service.url, line.callId, key)
    program.send({ context_id: 'a', transcript: LONG })
    await program.until('speaking a')
    service.sockets.leave()
    expect((await post(`${service.url}/calls/${line.callId}/hangup`, key, {})).status).toBe(204)
    await line.until(() => line.closed !== undefined)
    await eventually(() => program.closed !== undefined)
    expect(line.said.at(-1)!.message).toBe('HANGUP')
    expect(program.told).toEqual(['started', 'speaking a', 'interrupted a', 'ended'])
    await service.close()
  })

  test('refunds what it ends because it takes too long', async () => {
    const { service, member, line, program, running } = await begun(new RunningTurns(300))
    program.send({ context_id: 'a', transcript: LONG })
    await program.until('speaking a')
    service.sockets.leave()
    running.leave()
    await line.until(() => line.closed !== undefined)
    await running.ended()
    await settledBooks(service.storage.db, member.organizationId)
    expect(await service.balance(member)).toBe(1000)
    await service.close()
  })
})
