import type { Socket } from 'bun'

/** Bytes of a second of audio: 16 bits at 24000 Hz. */
const SECOND = 48_000
const CHUNKED = 'HTTP/1.1 200 OK\r\ncontent-type: audio/pcm\r\ntransfer-encoding: chunked\r\n\r\n'

/** What a server can do wrong when it is asked to speak. */
const FAULTS = {
  /** It ends the connection in the middle of the audio. */
  'breaks off': (socket) => {
    socket.write(CHUNKED)
    socket.write(chunk(tone(0.5)))
    setTimeout(() => socket.terminate(), 20)
  },
  /** It sends less than it said it would. */
  'closes early': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: audio/pcm\r\ncontent-length: ${2 * SECOND}\r\n\r\n`)
    socket.write(tone(0.5))
    setTimeout(() => socket.end(), 20)
  },
  /** It never answers. */
  hangs: () => {},
  /** It begins, and does not go on. */
  stalls: (socket) => {
    socket.write(CHUNKED)
    socket.write(chunk(tone(0.5)))
  },
  refuses: (socket) => answer(socket, '500 Internal Server Error', 'application/json', '{"error":"broken"}'),
  'is full': (socket) => answer(socket, '429 Too Many Requests', 'application/json', '{"error":"full"}'),
  'sends garbage': (socket) => socket.end('\u0001\u0002 this is no HTTP \u0003\r\n\r\n'),
  'sends a page': (socket) => answer(socket, '200 OK', 'text/html', '<p>It works!</p>'),
  'sends nothing': (socket) => answer(socket, '200 OK', 'audio/pcm', ''),
  /** It does not find its end. */
  'sends too much': (socket) => {
    socket.write(CHUNKED)
    const piece = chunk(tone(1))
    const timer = setInterval(() => {
      if (socket.write(piece) < 0) clearInterval(timer)
    }, 1)
  },
} as const satisfies Record<string, (socket: Socket<Request>) => void>

export type Fault = keyof typeof FAULTS

/** What has come of a request. */
interface Request {
  text: string
}

/** A server of OpenAI's speech protocol that does everything wrong: what, says the address. */
export function faultyServer(): { url(fault: Fault): string; stop(): void } {
  const server = Bun.listen<Request>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { text: '' }
      },
      data(socket, bytes) {
        socket.data.text += bytes.toString('latin1')
        const [head, body] = socket.data.text.split('\r\n\r\n')
        if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head!)?.[1])) return
        socket.data.text = ''
        if (head!.startsWith('GET')) return answer(socket, '404 Not Found', 'text/plain', 'not found')
        const fault = decodeURIComponent(/^POST \/([^/]+)\//.exec(head!)![1]!) as Fault
        FAULTS[fault](socket)
      },
      error() {}, // the client is gone
    },
  })
  return {
    url: (fault) => `http://127.0.0.1:${server.port}/${encodeURIComponent(fault)}/v1`,
    stop: () => server.stop(true),
  }
}

function answer(socket: Socket<Request>, status: string, type: string, body: string): void {
  socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
}

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** A tone of 16 bits at 24000 Hz. */
export function tone(seconds: number): Buffer<ArrayBuffer> {
  const samples = new Int16Array((seconds * SECOND) / 2)
  for (let i = 0; i < samples.length; i++) samples[i] = 8000 * Math.sin(i / 10)
  return Buffer.from(samples.buffer)
}
