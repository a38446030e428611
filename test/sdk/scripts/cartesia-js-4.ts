// cartesia-js 4.x as an application uses it. Runs on Node.
import Cartesia from '@cartesia/cartesia-js'
import { digest, play, setting, type TimedWord, withFile } from './scenario.ts'
import { CLIP, LONG, PIECES, SENTENCE, TOO_LARGE, TOO_LONG, UNKNOWN_VOICE } from './texts.ts'

const { url, key, poorKey, voice } = setting()
const client = new Cartesia({ baseURL: url, apiKey: key })
const stranger = new Cartesia({ baseURL: url, apiKey: `${key.slice(0, -1)}_` })
const beggar = new Cartesia({ baseURL: url, apiKey: poorKey })

const manner = {
  model_id: 'gepard-1.0',
  voice: { mode: 'id', id: voice },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16000 },
} as const
/** A turn in pieces, which are to be waited for even on a busy machine. */
const patient = { ...manner, max_buffer_delay_ms: 5000 }
const good = { ...manner, transcript: SENTENCE, continue: false }

type Socket = Awaited<ReturnType<typeof client.tts.websocket>>
type Event = Cartesia.TTS.WebsocketResponse

/** A socket for as long as some work takes. */
async function connected<Value>(work: (socket: Socket) => Promise<Value>, by = client): Promise<Value> {
  const socket = await by.tts.websocket()
  try {
    return await work(socket)
  } finally {
    socket.close()
  }
}

/** Reads a turn to its end. */
async function collect(events: AsyncIterable<Event>) {
  const audio: Uint8Array[] = []
  const words: TimedWord[] = []
  const marks: string[] = []
  for await (const event of events) {
    if (event.type === 'chunk') audio.push(event.audio!)
    else if (event.type === 'timestamps') {
      const { words: told, start, end } = event.word_timestamps!
      words.push(...told.map((word, i) => ({ word, start: start[i]!, end: end[i]! })))
    } else marks.push(event.type)
  }
  return { audio: digest(audio), words, marks }
}

/** What a request that fails is answered, as the client tells it. */
async function refusal(request: () => PromiseLike<unknown>) {
  try {
    await request()
    return 'not refused'
  } catch (error) {
    if (!(error instanceof Cartesia.APIError)) return String(error)
    const { error: code, message } = error.error as { error: string; message: string }
    return { name: error.constructor.name, status: error.status, code, message }
  }
}

/** Requests that are wrong, each in one thing. */
const WRONG = {
  model: { ...good, model_id: 'sonic-latest' },
  noTranscript: { ...good, transcript: ' ' },
  bareVoice: { ...good, voice },
  voice: { ...good, voice: { mode: 'id', id: UNKNOWN_VOICE } },
  format: { ...good, output_format: { container: 'raw', encoding: 'pcm_f32le', sample_rate: 44100 } },
  tooLong: { ...good, transcript: TOO_LONG },
  tooLarge: { ...good, transcript: TOO_LARGE },
} as const

export const scenarios = {
  status: () => client.getStatus(),

  async bytes() {
    const answer = await client.tts.generate(good)
    return {
      type: answer.headers.get('content-type'),
      audio: digest([new Uint8Array(await answer.arrayBuffer())]),
    }
  },

  async wav() {
    const answer = await client.tts.generate({
      ...good,
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 },
    })
    const file = Buffer.from(await answer.arrayBuffer())
    return {
      type: answer.headers.get('content-type'),
      magic: file.toString('latin1', 0, 4),
      missing: file.readUInt32LE(4) + 8 - file.length,
    }
  },

  async events() {
    const events = await client.tts.generateSSE({ ...good, add_timestamps: true, context_id: 'greeting' })
    const audio: Uint8Array[] = []
    const types = new Set<string>()
    const words: string[] = []
    const contexts = new Set<string>()
    for await (const event of events) {
      types.add(event.type)
      if (event.type !== 'error') contexts.add(event.context_id!)
      if (event.type === 'chunk') audio.push(Buffer.from(event.data, 'base64'))
      if (event.type === 'timestamps') words.push(...event.word_timestamps!.words)
    }
    return { audio: digest(audio), types: [...types], words, contexts: [...contexts] }
  },

  utterance: () => connected((socket) => collect(socket.generate(good))),

  turn: () =>
    connected(async (socket) => {
      const context = socket.context({ ...patient, add_timestamps: true })
      for (const transcript of PIECES) await context.push({ transcript })
      await context.no_more_inputs()
      return collect(context.receive())
    }),

  turnWithFlush: () =>
    connected(async (socket) => {
      const context = socket.context(manner)
      await context.push({ transcript: 'One moment, please. ', flush: true })
      await context.push({ transcript: 'Here it is.' })
      await context.no_more_inputs()
      return collect(context.receive())
    }),

  interleaved: () =>
    connected(async (socket) => {
      const contexts = [socket.context(patient), socket.context(patient)]
      for (const transcript of PIECES) for (const context of contexts) await context.push({ transcript })
      for (const context of contexts) await context.no_more_inputs()
      return Promise.all(contexts.map((context) => collect(context.receive())))
    }),

  cancelled: () =>
    connected(async (socket) => {
      const contexts = ['cancelled', 'other', 'another'].map((contextId) =>
        socket.context({ ...manner, contextId }),
      )
      const [cancelled, ...others] = contexts
      let heard = 0
      const marks: string[] = []
      socket.on('event', (event) => {
        if (event.context_id !== cancelled!.contextId) return
        if (event.type !== 'chunk') {
          marks.push(event.type)
          return
        }
        if (heard === 0) void cancelled!.cancel()
        heard += event.audio!.byteLength
      })
      for (const context of contexts) await context.send({ transcript: LONG })
      const whole = await Promise.all(others.map((context) => collect(context.receive())))
      const afterwards = await collect(socket.generate(good))
      return { heard, marks, whole, afterwards }
    }),

  // No listener for errors is bound: an error frame would end the process.
  lateControl: () =>
    connected(async (socket) => {
      const frames: string[] = []
      socket.on('event', ({ type, context_id }) => {
        if (context_id === 'over') frames.push(type)
      })
      const context = socket.context({ ...manner, contextId: 'over' })
      await context.send({ transcript: 'Hello.' })
      for await (const _ of context.receive());
      const spoken = frames.length
      await context.flush()
      await context.cancel()
      await context.cancel()
      await socket.cancelContext('never begun')
      const { audio } = await collect(socket.generate(good))
      return { late: frames.slice(spoken), audio }
    }),

  async voices() {
    const listed: Cartesia.Voice[] = []
    for await (const each of client.voices.list({ limit: 2 })) listed.push(each)
    return {
      ids: listed.map(({ id }) => id),
      sameAsOnePage: (await client.voices.list()).data.map(({ id }) => id),
      one: await client.voices.get(voice),
      unknown: await refusal(() => client.voices.get(UNKNOWN_VOICE)),
    }
  },

  async clone() {
    const wav = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 22050 } as const
    const speech = await client.tts.generate({ ...good, transcript: CLIP, output_format: wav })
    const clip = new Uint8Array(await speech.arrayBuffer())
    const clone = (by = client, language: 'en' = 'en') =>
      withFile('clip.wav', clip, (file) =>
        by.voices.clone({ clip: file, name: 'Ann', language, description: 'At the reception' }),
      )
    const made = await clone()
    const found = await client.voices.get(made.id)
    const listed: string[] = []
    for await (const { id } of client.voices.list({ limit: 3 })) listed.push(id)
    const request = { ...good, voice: { mode: 'id', id: made.id } } as const
    const answer = await client.tts.generate(request)
    const fetched = digest([new Uint8Array(await answer.arrayBuffer())])
    const spoken = (await connected((socket) => collect(socket.generate(request)))).audio
    const deleted = await client.voices.delete(made.id)
    return {
      made,
      found,
      place: listed.indexOf(made.id),
      fetched,
      spoken,
      deleted,
      afterwards: await refusal(() => client.voices.get(made.id)),
      shared: await refusal(() => client.voices.delete(voice)),
      language: await refusal(() => clone(client, 'english' as 'en')),
      credits: await refusal(() => clone(beggar)),
    }
  },

  async refusals() {
    const told: Record<string, unknown> = {}
    for (const [name, request] of Object.entries(WRONG))
      told[name] = await refusal(() => client.tts.generate(request))
    told.key = await refusal(() => stranger.tts.generate(good))
    told.credits = await refusal(() => beggar.tts.generate(good))
    return told
  },

  async dictionary() {
    const dictionaries = client.pronunciationDicts
    const made = await dictionaries.create({ name: 'Names', items: [{ text: 'doctor', alias: 'nurse' }] })
    const changed = await dictionaries.update(made.id, { name: 'Titles' })
    const fetched = await dictionaries.retrieve(made.id)
    const listed: string[] = []
    for await (const { id } of dictionaries.list({ limit: 1 })) listed.push(id)
    const phonemes: string[] = []
    const request = { ...manner, transcript: 'Doctor.', add_phoneme_timestamps: true } as const
    for await (const event of await client.tts.generateSSE({ ...request, pronunciation_dict_id: made.id })) {
      if (event.type === 'phoneme_timestamps') phonemes.push(...event.phoneme_timestamps.phonemes)
    }
    const deleted = await dictionaries.delete(made.id)
    const afterwards = await refusal(() =>
      client.tts.generate({ ...manner, transcript: 'Doctor.', pronunciation_dict_id: made.id }),
    )
    return { made, changed, fetched, listed, phonemes, deleted, afterwards }
  },

  async accessToken() {
    const { token } = await client.accessToken.create({ grants: { tts: true }, expires_in: 60 })
    const page = new Cartesia({ baseURL: url, token })
    const answer = await page.tts.generate(good)
    return {
      fetched: digest([new Uint8Array(await answer.arrayBuffer())]),
      spoken: await connected((socket) => collect(socket.generate(good)), page),
      again: await refusal(() => page.accessToken.create({ grants: { tts: true } })),
      useless: await refusal(() => client.accessToken.create({ grants: { stt: true } })),
    }
  },

  refusedEvents: () => refusal(() => client.tts.generateSSE(WRONG.tooLong)),

  async refusedHandshake() {
    // The client rejects a second promise, which nobody can hold: without this the process would end.
    process.once('unhandledRejection', () => {})
    return connected(async () => 'not refused', stranger).catch(({ message }) => message)
  },

  refusedFrames: () =>
    connected(async (socket) => {
      const told: Record<string, unknown> = {}
      let frame: Cartesia.TTS.WebsocketResponse.Error | undefined
      socket.on('error', ({ error }) => {
        frame = error
      })
      for (const [contextId, request] of Object.entries(WRONG)) {
        const context = socket.context({ ...manner, contextId })
        // The wrong requests are wrong for the compiler too.
        await context.send({ ...(request as typeof good), continue: true })
        const thrown = await collect(context.receive()).catch(({ message }) => message)
        told[contextId] = { status: frame?.status_code, code: frame?.error_code, thrown }
      }
      return { told, afterwards: (await collect(socket.generate(good))).audio }
    }),

  refusedForCredits: () =>
    connected(async (socket) => {
      socket.on('error', () => {})
      const context = socket.context(manner)
      await context.send(good)
      return collect(context.receive()).catch(({ message }) => message)
    }, beggar),
}

void play(scenarios)
