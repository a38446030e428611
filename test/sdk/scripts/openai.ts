// The openai client and LiveKit's plugin for OpenAI, as their users set them up for a server of their own. Runs on Node.
import { initializeLogger } from '@livekit/agents'
import { TTS } from '@livekit/agents-plugin-openai'
import OpenAI, { APIError } from 'openai'
import { play, setting } from './scenario.ts'
import { SENTENCE, TOO_LONG } from './texts.ts'

initializeLogger({ pretty: false, level: 'warn' })

const { url, key, poorKey } = setting()
const connectedTo = (apiKey: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
const client = connectedTo(key)

const good = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: SENTENCE } as const

async function bytesOf(request: Partial<OpenAI.Audio.SpeechCreateParams>): Promise<string> {
  const answer = await client.audio.speech.create({ ...good, ...request })
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

function refusal(changes: object, by = client) {
  return refusalOf(by.audio.speech.create({ ...good, ...changes }))
}

/** The class of an error that the client throws, and what it tells. */
async function refusalOf(asked: Promise<unknown>) {
  try {
    await asked
    return 'not refused'
  } catch (error) {
    if (!(error instanceof APIError)) return String(error)
    const { status, code, param, type } = error
    return { name: error.constructor.name, status, code, param, type }
  }
}

export const scenarios = {
  flac: () => bytesOf({ response_format: 'flac' }),
  mp3: () => bytesOf({}),
  pcm: () => bytesOf({ response_format: 'pcm' }),

  async events() {
    const answer = await client.audio.speech.create({ ...good, response_format: 'pcm', stream_format: 'sse' })
    const events = (await answer.text()).split('\n\n').filter((event) => event !== '')
    return events.map((event) => JSON.parse(event.slice('data: '.length)) as { type: string; audio?: string })
  },

  async models() {
    const ids: string[] = []
    for await (const { id } of client.models.list()) ids.push(id)
    return ids
  },

  model: () => client.models.retrieve('tts-1'),

  refusals: async () => ({
    model: await refusal({ model: 'whisper-1' }),
    retrieved: await refusalOf(client.models.retrieve('whisper-1')),
    noModel: await refusal({ model: undefined }),
    voice: await refusal({ voice: 'nobody' }),
    format: await refusal({ response_format: 'aac' }),
    tooLong: await refusal({ input: TOO_LONG }),
    key: await refusal({}, connectedTo(`${key.slice(0, -1)}_`)),
    credits: await refusal({}, connectedTo(poorKey)),
  }),

  async livekit() {
    const plugin = new TTS({ baseURL: `${url}/v1`, apiKey: key, model: 'tts-1', voice: 'alloy' })
    const { data, sampleRate } = await plugin.synthesize(SENTENCE).collect()
    await plugin.close()
    return {
      audio: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
      sampleRate,
    }
  },
}

void play(scenarios)
