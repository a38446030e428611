import type { SoundFormat } from '../audio/wav.ts'
import { bodyOf, PATHS, type SpeechSettings } from './request.ts'

/** A request of the playground, as programs send it, by the language. The key is in the environment variable PURR_API_KEY. */
interface EquivalentCode {
  readonly curl: string
  readonly javascript: string
  readonly python: string
}

/** @param origin the address of the server, without a slash at the end */
export function equivalentCode(settings: SpeechSettings, origin: string): EquivalentCode {
  return {
    curl: curl(settings, origin),
    javascript: javascript(settings, origin),
    python: python(settings, origin),
  }
}

function curl(settings: SpeechSettings, origin: string): string {
  const { transport } = settings
  const notes =
    transport === 'websocket' ? ['# curl has no turns on a WebSocket. The same as Server-Sent Events:'] : []
  const path = PATHS[transport === 'websocket' ? 'sse' : transport]
  const file = fileOf(settings)
  if (transport === 'bytes' && file.endsWith('.raw')) notes.push(playNote('#', settings.format))
  const lines = [
    `curl -sS${transport === 'bytes' ? '' : 'N'} ${origin}${path}`,
    '-H "Authorization: Bearer $PURR_API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${shellText(JSON.stringify(bodyOf(settings), undefined, 2))}`,
    ...(transport === 'bytes' ? [`-o ${file}`] : []),
  ]
  return [...notes, lines.join(' \\\n  ')].join('\n')
}

/** A text as one word of a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function javascript(settings: SpeechSettings, origin: string): string {
  const body = JSON.stringify(bodyOf(settings), undefined, 2)
  if (settings.transport === 'websocket') return overWebSocket(settings, origin, body)
  const client = `import Cartesia from '@cartesia/cartesia-js'

const purr = new Cartesia({ baseURL: ${JSON.stringify(origin)}, apiKey: process.env.PURR_API_KEY })
`
  const file = fileOf(settings)
  if (settings.transport === 'bytes')
    return `// npm install @cartesia/cartesia-js
import { writeFile } from 'node:fs/promises'
${client}
const answer = await purr.tts.generate(${body})
await writeFile('${file}', Buffer.from(await answer.arrayBuffer()))
`
  return `// npm install @cartesia/cartesia-js
import { createWriteStream } from 'node:fs'
${client}
const file = createWriteStream('${file}')
const events = await purr.tts.generateSSE(${body})
for await (const event of events) {
  if (event.type === 'chunk') file.write(Buffer.from(event.data, 'base64'))
  if (event.type === 'timestamps') console.log(event.word_timestamps)
  if (event.type === 'error') throw new Error(event.message)
}
file.end()
`
}

function overWebSocket(settings: SpeechSettings, origin: string, body: string): string {
  const frame = `{\n  "context_id": "turn-1",${body.slice(1)}`
  return `// Node.js 22 or later, without packages
import { createWriteStream } from 'node:fs'

const file = createWriteStream('${fileOf(settings)}')
const address = ${JSON.stringify(`${origin.replace(/^http/, 'ws')}${PATHS.websocket}`)}
const socket = new WebSocket(\`\${address}?api_key=\${process.env.PURR_API_KEY}\`)
socket.onopen = () => socket.send(JSON.stringify(${frame}))
socket.onerror = () => console.error('Purr cannot be reached, or refuses the key.')
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data)
  if (frame.type === 'chunk') file.write(Buffer.from(frame.data, 'base64'))
  if (frame.type === 'timestamps') console.log(frame.word_timestamps)
  if (frame.type === 'error') console.error(frame.message)
  if (frame.done) socket.close()
}
socket.onclose = () => file.end()
`
}

function python(settings: SpeechSettings, origin: string): string {
  const { transport } = settings
  const file = fileOf(settings)
  const { transcript, ...rest } = bodyOf(settings)
  const named = (fields: object, indent: string) =>
    Object.entries(fields)
      .map(([name, value]) => `${indent}${name}=${pythonLiteral(value)},\n`)
      .join('')
  const socket = JSON.stringify(origin.replace(/^http/, 'ws'))
  const client = (more: string) => `import os

from cartesia import Cartesia

purr = Cartesia(api_key=os.environ["PURR_API_KEY"], base_url=${JSON.stringify(origin)}${more})
`
  if (transport === 'bytes')
    return `# pip install cartesia
${client('')}
answer = purr.tts.generate(
    transcript=${pythonLiteral(transcript)},
${named(rest, '    ')})
answer.write_to_file("${file}")
`
  const read = (indent: string, audio: string) =>
    `${indent}if event.type == "chunk":
${indent}    file.write(${audio})
${indent}elif event.type == "timestamps":
${indent}    print(event.word_timestamps)
${indent}elif event.type == "error":
${indent}    raise RuntimeError(event.message)
`
  if (transport === 'sse')
    return `# pip install cartesia
import base64
${client('')}
events = purr.tts.generate_sse(
    transcript=${pythonLiteral(transcript)},
${named(rest, '    ')})
with open("${file}", "wb") as file:
    for event in events:
${read('        ', 'base64.b64decode(event.data)')}`
  return `# pip install "cartesia[websockets]"
${client(`, websocket_base_url=${socket}`)}
with purr.tts.websocket_connect() as socket, open("${file}", "wb") as file:
    turn = socket.context(
${named(rest, '        ')}    )
    turn.push(${pythonLiteral(transcript)})
    turn.no_more_inputs()
    for event in turn.receive():
${read('        ', 'event.audio')}`
}

/** A value of JSON as Python writes it. */
function pythonLiteral(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`,
  )
  return `{${fields.join(', ')}}`
}

/** What the audio is called as a file. */
function fileOf({ transport, container }: SpeechSettings): string {
  return transport === 'bytes' && container === 'wav' ? 'speech.wav' : 'speech.raw'
}

/** How bare samples are played. */
function playNote(comment: string, { encoding, sampleRate }: SoundFormat): string {
  const name = { pcm_s16le: 's16le', pcm_mulaw: 'mulaw', pcm_alaw: 'alaw' }[encoding]
  return `${comment} To listen: ffplay -f ${name} -ar ${sampleRate} speech.raw`
}
