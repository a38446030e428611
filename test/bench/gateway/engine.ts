/**
 * A program: an engine that speaks at once, in canned speech, with OpenAI's protocol (`POST /v1/audio/speech`, streamed
 * PCM at 24000 Hz). The model `at-once` sends everything as fast as it is read. `real-time` sends a head start and goes on
 * at the speed of speech. It tells its parent process its port. The argument is the port; without it, any that is free.
 */

const RATE = 24_000
const BYTES_PER_SECOND = RATE * 2
/** What a listener has in advance, as the models that stream faster than real time give it (seconds). */
const HEAD_START = 1
/** Seconds of audio that are sent at a time: a frame of the common codecs. */
const PIECE = 0.08
const CHARACTERS_PER_SECOND = 15
const LONGEST = 60

const speech = cannedSpeech()

process.on('disconnect', () => process.exit(0)) // the parent is gone
const server = Bun.serve({
  port: Number(process.argv[2] ?? 0),
  hostname: '127.0.0.1',
  idleTimeout: 60,
  routes: {
    '/v1/audio/speech': {
      async POST(request) {
        const { input, model } = (await request.json()) as { input: string; model: string }
        const seconds = Math.min(LONGEST, input.length / CHARACTERS_PER_SECOND)
        const audio = speech.subarray(0, Math.round(seconds * RATE) * 2)
        const headers = { 'content-type': 'audio/pcm' }
        if (model === 'at-once') return new Response(audio, { headers })
        return new Response(inRealTime(audio), { headers })
      },
    },
  },
})
process.send!(server.port)

/** A stream that is being sent: its bytes, how many were sent, and when it began. */
interface Sending {
  readonly audio: Buffer<ArrayBuffer>
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly begun: number
  sent: number
}

const sending = new Set<Sending>()

function inRealTime(audio: Buffer<ArrayBuffer>): ReadableStream<Uint8Array> {
  let stream: Sending | undefined
  return new ReadableStream({
    start(controller) {
      stream = { audio, controller, begun: performance.now(), sent: 0 }
      send(stream)
      sending.add(stream)
    },
    cancel() {
      if (stream !== undefined) sending.delete(stream)
    },
  })
}

/** Sends the whole pieces that are due. */
function send(stream: Sending): void {
  const { audio, controller, begun, sent } = stream
  const due = HEAD_START + (performance.now() - begun) / 1000
  const upTo = Math.floor(due / PIECE) * PIECE * BYTES_PER_SECOND
  const end = Math.min(audio.length, Math.round(upTo / 2) * 2)
  if (end <= sent) return
  controller.enqueue(audio.subarray(sent, end))
  stream.sent = end
  if (end < audio.length) return
  sending.delete(stream)
  controller.close()
}

setInterval(() => {
  for (const stream of sending) send(stream)
}, 10)

/** A voice-like sound without a pause: harmonics of 120 Hz, four syllables a second. */
function cannedSpeech(): Buffer<ArrayBuffer> {
  const samples = new Int16Array(LONGEST * RATE)
  for (let i = 0; i < samples.length; i++) {
    const time = i / RATE
    const loudness = 0.15 * (1.3 + Math.sin(2 * Math.PI * 4 * time))
    let sound = 0
    for (let harmonic = 1; harmonic <= 5; harmonic++)
      sound += Math.sin(2 * Math.PI * 120 * harmonic * time) / harmonic
    samples[i] = loudness * sound * 0.5 * 32_767
  }
  return Buffer.from(samples.buffer)
}
