import { SAMPLE_RATE } from '../../../audio/sample-rate.ts'
import type { SpeakTurnOptions, TurnSpeech, TurnText } from '../../shared/engine.ts'
import { hasSounds } from '../../shared/sounds.ts'
import type { NamedSpeaker } from '../../shared/speaker.ts'
import { mostSeconds } from '../../shared/speech-from.ts'
import { ReadBatching } from '../read-batching.ts'
import { streamFrom } from '../remote-stream.ts'
import { ServerFault } from '../server-fault.ts'
import { BytesEngine, type BytesOptions } from './bytes-engine.ts'
import { Connections } from './connections.ts'
import { converse } from './conversation.ts'
import { ReplayableText } from './replayable-text.ts'
import type { TurnRequest } from './sender.ts'
import { headersOf, speechFields } from './speech-fields.ts'
import { TurnAudio } from './turn-audio.ts'

/** The options of {@link BytesEngine}, and what the servers can report. */
export interface ContextOptions extends BytesOptions {
  /** Whether the upstream server can report when words sound. */
  readonly hasTimes: boolean
}

/** The longest time that a timer takes (milliseconds). */
const NEVER = 2 ** 31 - 1

/** Speaks turns over WebSockets, each as a context to which text goes on as it comes. */
export class ContextEngine extends BytesEngine {
  readonly #options: ContextOptions
  readonly #connections = new Map<string, Connections>()

  constructor(options: ContextOptions) {
    super(options)
    this.#options = options
  }

  async *speakTurn(
    text: AsyncIterable<TurnText>,
    speaker: NamedSpeaker,
    { signal, tag, trace }: SpeakTurnOptions,
  ): AsyncGenerator<TurnSpeech> {
    const { servers, deadlines, hasTimes, key, version } = this.#options
    const fields = {
      ...speechFields(this.#options, speaker, tag),
      ...(hasTimes && { add_timestamps: true }),
    }
    const replayable = new ReplayableText(text)
    // A turn may wait for text as long as it likes: only the conversation knows when it waits for an answer.
    const options = {
      signal,
      isOpening: true,
      isWholeTurn: true,
      deadlines: { firstAudio: NEVER, idle: NEVER },
      secrets: () => [key, replayable.soFar, ...replayable.phrases],
      trace,
    }
    yield* streamFrom(servers, options, ({ url, signal: wanted, trace: span }) =>
      // Many turns share a connection: each passes on its own span, not the handshake. Cartesia, which wants a version, has no such
      // field.
      this.#ask(url, {
        fields: { ...fields, traceparent: version === undefined ? span?.context.traceparent : undefined },
        text: replayable,
        deadlines,
        signal: wanted,
      }),
    )
  }

  override async close(): Promise<void> {
    await super.close()
    await Promise.all([...this.#connections.values()].map((connections) => connections.close()))
  }

  /** Yields the first stretch when there is audio, so that a turn that fails before it can be tried again. */
  async *#ask(url: string, request: TurnRequest): AsyncGenerator<TurnSpeech> {
    const audio = new TurnAudio(this.#options.sampleRate)
    const batching = new ReadBatching()
    let flushes = 0
    for await (const { frame, isFirst, isLatest } of converse(this.#connectionsTo(url), request)) {
      if (isFirst) audio.beginContext()
      if (frame.type === 'chunk') audio.add(frame)
      if (audio.seconds > mostSeconds(request.text.seconds))
        throw new ServerFault('failed', 'sent more audio than the text can have')
      if (frame.type === 'timestamps') audio.addWords(frame)
      const isFlush = frame.type === 'flush_done'
      if (isFlush) flushes++
      if (!isLatest && !isFlush) continue // what has come meanwhile goes on together
      const { pcm, words } = audio.take()
      if (pcm.length > 0) request.text.forget()
      if (pcm.length > 0 || words.length > 0 || isFlush) yield { pcm, words, flushes }
      if (pcm.length > 0) await batching.afterPiece(pcm.length / SAMPLE_RATE)
    }
    if (!audio.isHeard && hasSounds(request.text.soFar) && !request.signal.aborted)
      throw new ServerFault('failed', 'sent no audio')
    yield { ...audio.finish(), flushes }
  }

  #connectionsTo(url: string): Connections {
    const known = this.#connections.get(url)
    if (known !== undefined) return known
    const socket = new URL(`${url.replace(/^http/, 'ws')}/tts/websocket`)
    const connections = new Connections(socket, headersOf(this.#options))
    this.#connections.set(url, connections)
    return connections
  }
}
