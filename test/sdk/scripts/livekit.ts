// LiveKit's plugin as a LiveKit agent uses it, without a LiveKit server. Runs on Node.
import { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { voice as agents, initializeLogger, tts } from '@livekit/agents'
import { TTS } from '@livekit/agents-plugin-cartesia'
import type { AudioFrame } from '@livekit/rtc-node'
import { type Digest, digest, play, setting, type TimedWord } from './scenario.ts'
import { LONG, PIECES, SENTENCE, TOO_LONG, UNKNOWN_VOICE } from './texts.ts'

// A frame that the plugin does not understand is a warning.
initializeLogger({ pretty: false, level: 'warn' })

const { url, key, poorKey, voice } = setting()
const SOUND = { encoding: 'pcm_s16le', sampleRate: 16000 } as const
const options = { baseUrl: url, apiKey: key, model: 'gepard-1.0', voice, ...SOUND }

/** A plugin for as long as some work takes, with the errors that it tells. */
async function using<Value>(
  changes: object,
  work: (plugin: TTS, errors: Error[]) => Promise<Value>,
): Promise<Value> {
  const plugin = new TTS({ ...options, ...changes })
  const errors: Error[] = []
  plugin.on('error', ({ error }) => errors.push(error))
  try {
    return await work(plugin, errors)
  } finally {
    await plugin.close()
  }
}

/** A turn as an agent has it spoken: the words of a language model in, frames out. */
function speak(plugin: TTS, pieces: Iterable<string> | AsyncIterable<string>): tts.SynthesizeStream {
  const stream = plugin.stream()
  stream.updateInputStream(ReadableStream.from(pieces))
  return stream
}

/** A text that comes in two pieces, a second apart. */
async function* slowly(text: string): AsyncGenerator<string> {
  yield text
  await setTimeout(1000)
  yield text
}

async function collect(stream: tts.SynthesizeStream) {
  const audio: Uint8Array[] = []
  const words: TimedWord[] = []
  for await (const piece of stream) {
    if (piece === tts.SynthesizeStream.END_OF_STREAM) break
    audio.push(bytesOf(piece.frame.data))
    for (const { text, startTime, endTime } of piece.timedTranscripts ?? [])
      words.push({ word: text.trimEnd(), start: startTime!, end: endTime! })
  }
  return { audio: digest(audio), words }
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}

/** What comes of a text that is refused: on a socket the turn ends in silence. */
async function refusal(changes: object, text = SENTENCE): Promise<Digest> {
  return using(changes, async (plugin) => (await collect(speak(plugin, [text]))).audio)
}

/** Where an agent plays its speech to. */
class Loudspeaker extends agents.AudioOutput {
  readonly heard: Uint8Array[] = []

  constructor() {
    super(SOUND.sampleRate, undefined, { pause: true })
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame)
    if (this.heard.length === 0) this.onPlaybackStarted(Date.now())
    this.heard.push(bytesOf(frame.data))
  }

  override flush(): void {
    super.flush()
    this.onPlaybackFinished({ playbackPosition: 1, interrupted: false })
  }

  override clearBuffer(): void {}
}

export const scenarios = {
  synthesize: () =>
    using({}, async (plugin) => {
      const { data, sampleRate } = await plugin.synthesize(SENTENCE).collect()
      return { audio: digest([bytesOf(data)]), sampleRate }
    }),

  stream: () => using({}, (plugin) => collect(speak(plugin, PIECES))),

  // The plugin keeps a socket for the next turn.
  turnsInARow: () =>
    using({}, async (plugin) => [
      await collect(speak(plugin, [SENTENCE])),
      await collect(speak(plugin, [SENTENCE])),
    ]),

  turnsAtOnce: () =>
    using({}, (plugin) => Promise.all([PIECES, [SENTENCE]].map((pieces) => collect(speak(plugin, pieces))))),

  // All that the plugin sends is the end of the turn: a transcript of one space.
  withoutWords: () => using({}, (plugin) => collect(speak(plugin, [' ']))),

  interrupted: () =>
    using({}, async (plugin, errors) => {
      const stream = speak(plugin, [LONG])
      let heard = 0
      for await (const piece of stream) {
        if (piece === tts.SynthesizeStream.END_OF_STREAM) break
        heard += piece.frame.data.byteLength
        stream.close()
      }
      return { heard, afterwards: await collect(speak(plugin, [SENTENCE])), errors: errors.length }
    }),

  agent: () =>
    using({}, async (plugin) => {
      const session = new agents.AgentSession({ tts: plugin })
      const loudspeaker = new Loudspeaker()
      session.output.audio = loudspeaker
      await session.start({ agent: new agents.Agent({ instructions: 'Be brief.' }) })
      await session.say(SENTENCE).waitForPlayout()
      return digest(loudspeaker.heard)
    }),

  // More than one turn may be: what fits is spoken.
  longTurn: () => using({}, (plugin) => collect(speak(plugin, [TOO_LONG]))),

  telephone: () => using({ sampleRate: 8000 }, (plugin) => collect(speak(plugin, [SENTENCE]))),

  async refusals() {
    return {
      model: await refusal({ model: 'sonic-3' }),
      voice: await refusal({ voice: UNKNOWN_VOICE }),
      rate: await refusal({ sampleRate: 24000 }),
      tooLong: await refusal({}, TOO_LONG.replaceAll('.', ',')),
      credits: await refusal({ baseUrl: url, apiKey: poorKey }),
    }
  },

  refusedHandshake: () =>
    using({ apiKey: `${key.slice(0, -1)}_` }, async (plugin, errors) => {
      const { audio } = await collect(speak(plugin, [SENTENCE]))
      return { audio, errors: errors.map(({ message }) => message) }
    }),

  // The plugin does not take an error for the end while text still comes.
  refusedEarly: () =>
    using({ voice: UNKNOWN_VOICE }, async (plugin) => {
      const stream = speak(plugin, slowly(LONG))
      return Promise.race([collect(stream), setTimeout(20_000, 'waits for ever')])
    }),

  // `synthesize` does not look at the status: it plays the error.
  playedRefusal: () =>
    using({ model: 'sonic-3' }, async (plugin) => {
      const { data } = await plugin.synthesize(SENTENCE).collect()
      return Buffer.from(bytesOf(data)).toString()
    }),
}

void play(scenarios)
