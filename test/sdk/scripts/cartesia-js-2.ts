// cartesia-js 2.x as an application uses it. Runs on Node.
import { type Cartesia, CartesiaClient, CartesiaError } from 'cartesia-js-2'
import { digest, play, setting, type TimedWord, withFile } from './scenario.ts'
import { CLIP, LONG, PIECES, SENTENCE, TOO_LARGE, TOO_LONG, UNKNOWN_VOICE } from './texts.ts'

const { url, key, poorKey, voice } = setting()
const connectedTo = (apiKey: string) => new CartesiaClient({ environment: url, baseUrl: url, apiKey })
const client = connectedTo(key)
const stranger = connectedTo(`${key.slice(0, -1)}_`)
const beggar = connectedTo(poorKey)

const SOUND = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 16000 } as const
const manner = {
  modelId: 'gepard-1.0',
  voice: { mode: 'id', id: voice } as Cartesia.TtsRequestVoiceSpecifier,
}
/** A turn in pieces, which are to be waited for even on a busy machine. */
const patient = { ...manner, maxBufferDelayMs: 5000 }
const good = { ...manner, transcript: SENTENCE }

type Socket = ReturnType<typeof client.tts.websocket>
type Answer = Awaited<ReturnType<Socket['send']>>
/** A frame as the server sends it: this client gives it away unread. */
interface Frame {
  readonly type: string
  readonly context_id: string
  readonly data?: string
  readonly error_code?: string
  readonly status_code?: number
  readonly word_timestamps?: { readonly words: string[]; readonly start: number[]; readonly end: number[] }
}

/** A socket for as long as some work takes. */
async function connected<Value>(work: (socket: Socket) => Promise<Value>, by = client): Promise<Value> {
  const socket = by.tts.websocket(SOUND)
  await socket.connect()
  try {
    return await work(socket)
  } finally {
    socket.disconnect()
  }
}

/** Reads an answer to its end. */
async function collect(answer: Answer) {
  const frames: Frame[] = []
  const timestamps: unknown[] = []
  answer.on('message', (message) => {
    frames.push(JSON.parse(message))
  })
  answer.on('timestamps', (words) => {
    timestamps.push(words)
  })
  const parts: Uint8Array[] = []
  while (true) {
    const samples = new Int16Array(4000)
    const read = await answer.source.read(samples)
    parts.push(new Uint8Array(samples.buffer, 0, read * 2))
    if (read < samples.length) break
  }
  const { error_code: code, status_code: status } = frames.find(({ type }) => type === 'error') ?? {}
  return {
    audio: digest(parts),
    marks: frames.map(({ type }) => type).filter((type) => type !== 'chunk' && type !== 'timestamps'),
    words: frames.flatMap(({ word_timestamps: told }): TimedWord[] =>
      told ? told.words.map((word, i) => ({ word, start: told.start[i]!, end: told.end[i]! })) : [],
    ),
    timestamps,
    refusal: { code, status },
  }
}

/** What a request that fails is answered, as the client tells it: it leaves the body to be read by its user. */
async function refusal(request: () => PromiseLike<unknown>) {
  try {
    await request()
    return 'not refused'
  } catch (error) {
    if (!(error instanceof CartesiaError)) return String(error)
    const { body, statusCode: status } = error
    const text = typeof body === 'object' && body && 'error' in body ? body : await read(body)
    return { status, code: (text as { error: string }).error }
  }
}

async function bytesOf(request: Cartesia.TtsRequest): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of await client.tts.bytes(request)) parts.push(part)
  return Buffer.concat(parts)
}

async function read(body: unknown): Promise<unknown> {
  const parts: Uint8Array[] = []
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** Requests that are wrong, each in one thing. */
const WRONG = {
  model: { ...good, modelId: 'sonic-2' },
  noTranscript: { ...good, transcript: ' ', continue: true },
  voice: { ...good, voice: { mode: 'id', id: UNKNOWN_VOICE } as const },
  format: { ...good, outputFormat: { container: 'raw', encoding: 'pcm_f32le', sampleRate: 44100 } as const },
  tooLong: { ...good, transcript: TOO_LONG },
  tooLarge: { ...good, transcript: TOO_LARGE },
}

export const scenarios = {
  status: () => client.apiStatus.get(),

  bytes: async () => digest([await bytesOf({ ...good, outputFormat: SOUND })]),

  async events() {
    const events = await client.tts.sse({
      ...good,
      outputFormat: SOUND,
      addTimestamps: true,
      contextId: 'greeting',
    })
    const audio: Uint8Array[] = []
    const types = new Set<string>()
    const words: string[] = []
    const contexts = new Set<string | undefined>()
    for await (const event of events) {
      types.add(event.type)
      contexts.add(event.contextId)
      if (event.type === 'chunk') audio.push(Buffer.from(event.data, 'base64'))
      if (event.type === 'timestamps') words.push(...event.wordTimestamps!.words)
    }
    return { audio: digest(audio), types: [...types], words, contexts: [...contexts] }
  },

  utterance: () => connected(async (socket) => collect(await socket.send({ ...good, addTimestamps: true }))),

  turn: () =>
    connected(async (socket) => {
      const [first, ...rest] = PIECES
      const turn = { ...patient, contextId: 'turn' }
      const answer = await socket.send({ ...turn, transcript: first!, continue: true })
      for (const transcript of rest) await socket.continue({ ...turn, transcript })
      await socket.continue({ ...turn, transcript: '', continue: false })
      return collect(answer)
    }),

  interleaved: () =>
    connected(async (socket) => {
      const [first, ...rest] = PIECES
      const turns = ['one', 'other'].map((contextId) => ({ ...patient, contextId }))
      const answers: Answer[] = []
      for (const turn of turns)
        answers.push(await socket.send({ ...turn, transcript: first!, continue: true }))
      for (const transcript of rest) for (const turn of turns) await socket.continue({ ...turn, transcript })
      for (const turn of turns) await socket.continue({ ...turn, transcript: '', continue: false })
      return Promise.all(answers.map(collect))
    }),

  // This client describes the frame that cancels, but has no method for it.
  cancelled: () =>
    connected(async (socket) => {
      let heard = 0
      const marks: string[] = []
      socket.socket!.addEventListener('message', ({ data }) => {
        const { context_id, type, data: audio = '' }: Frame = JSON.parse(data)
        if (context_id !== 'cancelled') return
        if (type !== 'chunk') marks.push(type)
        else if (heard === 0) socket.socket!.send(JSON.stringify({ context_id, cancel: true }))
        heard += Buffer.byteLength(audio, 'base64')
      })
      const speak = (contextId: string) => socket.send({ ...manner, contextId, transcript: LONG })
      const answers = [await speak('cancelled'), await speak('other'), await speak('another')]
      const whole = await Promise.all(answers.slice(1).map(collect))
      const afterwards = await collect(await socket.send({ ...good }))
      return { heard, marks, whole, afterwards }
    }),

  async voices() {
    return {
      one: await client.voices.get(voice),
      unknown: await refusal(() => client.voices.get(UNKNOWN_VOICE)),
      listed: (await client.voices.list()).map(({ id }) => id),
    }
  },

  async clone() {
    const wav = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 22050 } as const
    const clip = await bytesOf({ ...good, transcript: CLIP, outputFormat: wav })
    const clone = (by = client) =>
      withFile('clip.wav', clip, (file) =>
        by.voices.clone(file, { name: 'Ann', language: 'en', mode: 'similarity', enhance: true }),
      )
    const made = await clone()
    const found = await client.voices.get(made.id)
    const listed = (await client.voices.list()).map(({ id }) => id)
    const request = { ...good, voice: { mode: 'id', id: made.id } as const }
    const fetched = digest([await bytesOf({ ...request, outputFormat: SOUND })])
    const spoken = (await connected(async (socket) => collect(await socket.send(request)))).audio
    await client.voices.delete(made.id)
    return {
      made,
      found,
      place: listed.indexOf(made.id),
      fetched,
      spoken,
      afterwards: await refusal(() => client.voices.get(made.id)),
      shared: await refusal(() => client.voices.delete(voice)),
      credits: await refusal(() => clone(beggar)),
    }
  },

  async refusals() {
    const told: Record<string, unknown> = {}
    for (const [name, request] of Object.entries(WRONG))
      told[name] = await refusal(() => client.tts.bytes({ outputFormat: SOUND, ...request }))
    told.key = await refusal(() => stranger.tts.bytes({ ...good, outputFormat: SOUND }))
    told.credits = await refusal(() => beggar.tts.bytes({ ...good, outputFormat: SOUND }))
    return told
  },

  refusedEvents: () => refusal(() => client.tts.sse({ ...WRONG.tooLong, outputFormat: SOUND })),

  async refusedHandshake() {
    const socket = stranger.tts.websocket(SOUND)
    const told = socket.connect().catch((error: Error) => error.message)
    const reason = new Promise<string>((resolve) => {
      socket.socket!.onerror = ({ message }) => resolve(message)
    })
    const result = { told: await told, reason: await reason }
    socket.disconnect() // it would knock forever
    return result
  },

  refusedFrames: () =>
    connected(async (socket) => {
      const told: Record<string, unknown> = {}
      for (const [contextId, request] of Object.entries(WRONG))
        told[contextId] = (await collect(await socket.send({ ...request, contextId }))).refusal
      return { told, afterwards: (await collect(await socket.send({ ...good }))).audio }
    }),

  refusedForCredits: () =>
    connected(async (socket) => (await collect(await socket.send({ ...good }))).refusal, beggar),
}

void play(scenarios)
