import { Connection, head } from '../support/connection.ts'
import { goodRequest } from '../support/request.ts'

/** How long a client holds what it has left half done (milliseconds). */
const HOLD = 10_000
/** How long a client waits for what it wants to see, before it does its worst (milliseconds). */
const PATIENCE = 5000
const RAW = { container: 'raw', encoding: 'pcm_f32le', sample_rate: 44_100 }
const LONG = 'Nobody had seen the keeper since the storm broke the window of the lighthouse. '.repeat(10)
const SPEECH = JSON.stringify({ ...goodRequest, transcript: LONG, output_format: RAW, context_id: 'broken' })

/** What a broken client does to the server at an address. It resolves when the client is gone. */
export type Misdeed = (url: string, key: string) => Promise<void>

export const MISDEEDS: Readonly<Record<string, Misdeed>> = {
  async 'vanishes in the middle of its speech'(url, key) {
    const connection = openSocket(url, key)
    connection.send(frame(SPEECH))
    await until(() => connection.received.includes('"chunk"'))
    connection.reset()
  },
  async 'vanishes while it is downloading'(url, key) {
    const connection = new Connection(url)
    connection.send(head('/tts/bytes', key, SPEECH.length))
    connection.send(SPEECH)
    await until(() => connection.received.length > 10_000)
    connection.reset()
  },
  async 'sends half a frame'(url, key) {
    const connection = openSocket(url, key)
    connection.send(frame(SPEECH).subarray(0, 200))
    await Bun.sleep(HOLD)
    connection.reset()
  },
  async 'sends half a body'(url, key) {
    const connection = new Connection(url)
    connection.send(head('/tts/bytes', key, SPEECH.length))
    connection.send(SPEECH.slice(0, 200))
    await Bun.sleep(HOLD)
    connection.reset()
  },
  async 'sends garbage'(url, key) {
    const connection = openSocket(url, key)
    for (const garbage of ['{"model_id": ', '[]', '\0\uffff', '{"context_id":{}}'])
      connection.send(frame(garbage))
    await until(() => connection.received.split('"error"').length > 4)
    connection.reset()
  },
  async 'posts garbage'(url, key) {
    const connection = new Connection(url)
    connection.send(head('/tts/sse', key, 13))
    connection.send('{"model_id": ')
    await until(() => connection.received.endsWith('}'))
    connection.reset()
  },
  async 'never reads its frames'(url, key) {
    const connection = openSocket(url, key)
    connection.send(frame(SPEECH))
    connection.pause()
    await Bun.sleep(HOLD)
    connection.reset()
  },
  async 'never reads its download'(url, key) {
    const connection = new Connection(url)
    connection.send(head('/tts/bytes', key, SPEECH.length))
    connection.send(SPEECH)
    connection.pause()
    await Bun.sleep(HOLD)
    connection.reset()
  },
}

function openSocket(url: string, key: string): Connection {
  const connection = new Connection(url)
  const lines = [
    `GET /tts/websocket?api_key=${key} HTTP/1.1`,
    'Host: purr',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  connection.send(`${lines.join('\r\n')}\r\n\r\n`)
  return connection
}

/** A text as a frame of a WebSocket client, masked with zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload])
}

async function until(condition: () => boolean): Promise<void> {
  const giveUp = performance.now() + PATIENCE
  while (!condition() && performance.now() < giveUp) await Bun.sleep(50)
}
