import { once } from 'node:events'
import type { JsonSchemaType } from '@modelcontextprotocol/server'
import { type Static, Type } from '@sinclair/typebox'
import type { Command } from 'commander'
import { version } from '../../package.json'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import { catalogue, MODEL_ID } from '../engines/embedded/model-folder.ts'
import { explained } from './command.ts'
import { playAudio, secondsOf } from './play.ts'

const SPEAK = Type.Object({
  text: Type.String({
    minLength: 1,
    description: 'What to say, in plain words: at most some 900 characters.',
  }),
  voice: Type.Optional(Type.String({ description: 'Name or id of a voice. Kathleen, if it is left out.' })),
})

const FORMAT = { container: 'wav', encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE }

/** A server that is running somewhere, and a key for it. */
interface Purr {
  readonly url: string
  readonly key: string
}

/** The tool `speak` for assistants. The library of the protocol is loaded only here. */
export function mcpCommand(): Command {
  return explained(
    'mcp',
    'a tool with which assistants speak, for the Model Context Protocol over stdio: it plays what a running Purr says (PURR: its URL, KEY: an API key)',
    'mcp',
  ).action(async () => {
    const purr = purrIn(process.env)
    const { McpServer, fromJsonSchema } = await import('@modelcontextprotocol/server')
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    const inputSchema = fromJsonSchema<Static<typeof SPEAK>>(SPEAK as unknown as JsonSchemaType)
    let played = Promise.resolve()
    const ended = new AbortController()
    serveStdio(() => {
      const server = new McpServer({ name: 'purr', version })
      const description =
        'Says a text aloud to the user, through the loudspeaker. Returns when it has been heard.'
      server.registerTool('speak', { description, inputSchema }, async ({ text, voice }, { mcpReq }) => {
        const cancelled = AbortSignal.any([mcpReq.signal, ended.signal])
        const audio = await speech(purr, text, voice, cancelled)
        const mine = played.then(() => {
          cancelled.throwIfAborted()
          return playAudio(audio, cancelled)
        })
        played = mine.catch(() => {})
        await mine
        return { content: [{ type: 'text', text: `Spoken in ${secondsOf(audio).toFixed(1)} s.` }] }
      })
      return server
    })
    await once(process.stdin, 'close')
    ended.abort()
    await played // what was being played is removed
  })
}

/** @throws Error that says which variable is wrong */
function purrIn({ PURR, KEY }: NodeJS.ProcessEnv): Purr {
  const key = KEY?.trim()
  if (!key) throw new Error('KEY is missing: set it to an API key of the Purr that is to speak')
  if (!/^[!-~]+$/.test(key))
    // a header cannot have it, such as the … of an example
    throw new Error('KEY is not an API key: set it to a whole one of the Purr that is to speak')
  const url = PURR?.trim() || 'http://127.0.0.1:8080'
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Error(`PURR is "${url}", which is not a URL: write it as http://127.0.0.1:8080`)
  return { url: url.replace(/\/+$/, ''), key }
}

/** What a running Purr says, as a WAV file. */
async function speech(
  purr: Purr,
  transcript: string,
  voice: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { id, model_id } =
    voice === undefined ? { id: catalogue()[0]!.id, model_id: MODEL_ID } : await voiceOf(purr, voice)
  const answer = await request(purr, '/tts/bytes', {
    method: 'POST',
    signal,
    body: JSON.stringify({
      model_id,
      transcript,
      voice: { mode: 'id', id },
      output_format: FORMAT,
    }),
  })
  return new Uint8Array(await answer.arrayBuffer())
}

/** A voice as the server lists it. */
interface ListedVoice {
  readonly id: string
  readonly name: string
  readonly model_id: string
}

/** The voice with a name (in any case) or an id. */
async function voiceOf(purr: Purr, wanted: string): Promise<ListedVoice> {
  const names: string[] = []
  for (let after = ''; ; ) {
    const answer = await request(purr, `/voices?limit=100&starting_after=${after}`)
    const { data, next_page } = (await answer.json()) as {
      data: readonly ListedVoice[]
      next_page: string | null
    }
    const found = data.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
    if (found !== undefined) return found
    names.push(...data.map(({ name }) => `"${name}"`))
    if (next_page === null) break
    after = next_page
  }
  throw new Error(`there is no voice "${wanted}": use one of ${names.join(', ')}`)
}

/** @throws Error that says what Purr does not like, or that it cannot be reached */
async function request({ url, key }: Purr, path: string, options: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { ...options, headers }).catch((error: Error) => {
    throw new Error(`Purr cannot be reached at ${url} (${error.message}): start it, or set PURR to its URL`)
  })
  if (answer.ok) return answer
  const { message, detail } = (await answer.json().catch(() => ({}))) as { message?: string; detail?: string }
  throw new Error(
    message === undefined
      ? `Purr responded with status ${answer.status}`
      : `${message} ${detail ?? ''}`.trim(),
  )
}
