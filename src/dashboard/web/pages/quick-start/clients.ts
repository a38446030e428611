import { equivalentCode } from '../../speech/code.ts'

/** What the commands are filled in with. */
interface Filling {
  /** The address of the server, without a slash at the end. */
  readonly origin: string
  readonly model: string
  readonly voice: string
}

/** A step on the way to speech: something to run, to write into a program, or to enter somewhere. */
export type Step =
  | { readonly title: string; readonly code: string }
  | { readonly title: string; readonly fields: readonly (readonly [name: string, value: string | 'key'])[] }

/** A way to use Purr. */
export interface Client {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly steps: readonly Step[]
  /** The client's section of the documentation. */
  readonly section: string
}

const TEXT = 'Good morning. How can I help you?'

/**
 * The clients, with what they need to speak through this server. The key is in the environment variable PURR_API_KEY. What each
 * needs is that of `src/docs/clients.md`, where it was tested.
 */
export function clients({ origin, model, voice }: Filling): Client[] {
  const socket = origin.replace(/^http/, 'ws')
  const code = equivalentCode(
    {
      text: TEXT,
      model,
      voice,
      language: undefined,
      speed: 1,
      transport: 'bytes',
      container: 'wav',
      format: { encoding: 'pcm_s16le', sampleRate: 22_050 },
    },
    origin,
  )
  return [
    {
      id: 'curl',
      name: 'curl',
      about: 'One request, one WAV file: the shortest way to hear that all is well.',
      steps: [{ title: 'Speak', code: code.curl }],
      section: '/docs/api#speech',
    },
    {
      id: 'cartesia-js',
      name: 'cartesia-js',
      about: 'For programs in JavaScript and TypeScript.',
      steps: [
        { title: 'Install', code: 'npm install @cartesia/cartesia-js' },
        { title: 'Save as speak.mjs and run with Node.js', code: withoutFirstLine(code.javascript) },
      ],
      section: '/docs/clients#cartesia-js-4',
    },
    {
      id: 'cartesia-python',
      name: 'cartesia-python',
      about: 'For programs in Python.',
      steps: [
        { title: 'Install', code: 'pip install cartesia' },
        { title: 'Save as speak.py and run', code: withoutFirstLine(code.python) },
      ],
      section: '/docs/clients#cartesia-python',
    },
    {
      id: 'livekit',
      name: 'LiveKit',
      about:
        'Voice agents with LiveKit Agents, through its plugin for Cartesia. One answer of the agent is one turn.',
      steps: [
        { title: 'Python', code: livekitPython(origin, model, voice) },
        { title: 'Node.js', code: livekitNode(origin, model, voice) },
      ],
      section: '/docs/clients#livekit-agents-for-python',
    },
    {
      id: 'pipecat',
      name: 'Pipecat',
      about: 'Voice agents with Pipecat, through its service for Cartesia.',
      steps: [{ title: 'Python', code: pipecat(socket, model, voice) }],
      section: '/docs/clients#pipecat',
    },
    {
      id: 'jambonz',
      name: 'jambonz',
      about: 'Telephone calls. In the portal of jambonz, add a custom speech vendor for text-to-speech.',
      steps: [
        {
          title: 'Settings of the vendor',
          fields: [
            ['TTS HTTP URL', `${origin}/jambonz/tts`],
            ['TTS streaming URL', `${socket}/jambonz/stream`],
            ['API key', 'key'],
          ],
        },
        { title: 'Voice of an application', fields: [['Voice', voice]] },
      ],
      section: '/docs/clients#jambonz',
    },
    {
      id: 'openai',
      name: 'OpenAI',
      about:
        'Clients of OpenAI need another URL and a key. So do programs with settings for both, such as Open WebUI.',
      steps: [
        { title: 'Install', code: 'npm install openai' },
        { title: 'Save as speak.mjs and run with Node.js', code: openAi(origin) },
        {
          title: 'Settings of other programs',
          fields: [
            ['URL', `${origin}/v1`],
            ['API key', 'key'],
            ['Model', 'tts-1'],
            ['Voice', 'alloy'],
          ],
        },
      ],
      section: '/docs/clients#clients-of-openai',
    },
  ]
}

/** The line with which a terminal gives programs the key. */
export function exportLine(key: string): string {
  return `export PURR_API_KEY=${key}`
}

/** Without the comment that says what to install, which is a step of its own. */
function withoutFirstLine(code: string): string {
  return code.slice(code.indexOf('\n') + 1)
}

function livekitPython(origin: string, model: string, voice: string): string {
  return `# pip install livekit-agents livekit-plugins-cartesia
import os

from livekit.plugins import cartesia

tts = cartesia.TTS(
    base_url="${origin}",
    api_key=os.environ["PURR_API_KEY"],
    model="${model}",
    voice="${voice}",
    sample_rate=16000,
)
`
}

function livekitNode(origin: string, model: string, voice: string): string {
  return `// npm install @livekit/agents @livekit/agents-plugin-cartesia
import { TTS } from '@livekit/agents-plugin-cartesia'

const tts = new TTS({
  baseUrl: '${origin}',
  apiKey: process.env.PURR_API_KEY,
  model: '${model}',
  voice: '${voice}',
  sampleRate: 16000,
})
`
}

function pipecat(socket: string, model: string, voice: string): string {
  return `# pip install "pipecat-ai[cartesia]"
import os

from pipecat.services.cartesia.tts import CartesiaTTSService

tts = CartesiaTTSService(
    url="${socket}/tts/websocket",
    api_key=os.environ["PURR_API_KEY"],
    sample_rate=16000,
    settings=CartesiaTTSService.Settings(
        model="${model}",
        voice="${voice}",
    ),
)
`
}

function openAi(origin: string): string {
  return `import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'

const purr = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.PURR_API_KEY })
const answer = await purr.audio.speech.create({
  model: 'tts-1',
  voice: 'alloy',
  input: '${TEXT}',
})
await writeFile('hello.mp3', Buffer.from(await answer.arrayBuffer()))
`
}
