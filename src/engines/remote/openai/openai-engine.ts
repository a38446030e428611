import type { Engine, Segment, SpeakOptions, Speech } from '../../shared/engine.ts'
import { type NamedSpeaker, withProsody } from '../../shared/speaker.ts'
import { type Piece, speechFrom } from '../../shared/speech-from.ts'
import { ask } from '../ask.ts'
import { ReadBatching } from '../read-batching.ts'
import { type Attempt, type Deadlines, streamFrom } from '../remote-stream.ts'
import type { Servers } from '../servers.ts'
import { audioOf } from './answer.ts'
import { DEFAULT_RATE, type OpenAiConfig } from './config.ts'
import { ReportedWords } from './reported-words.ts'

/** A model that takes longer than this many times the predicted length, and some seconds, does not find its end. */
const MOST_TIMES = 2
const MOST_SECONDS = 2
/** Text that ends with a mark, in quotation marks or brackets too. */
const ENDED = /[.,;:?!…。！？，、—–-][\p{Pe}\p{Pf}"'*_]*$/u

/** The model's configuration, the key for its servers and their deadlines. */
export interface OpenAiEngineOptions {
  readonly config: OpenAiConfig
  readonly key: string | undefined
  readonly deadlines: Deadlines
}

/**
 * A model on servers that speak OpenAI's protocol. They speak whole sentences and know nothing of the ones before: a segment is
 * a request, and its melody cannot follow from the last one's.
 */
export class OpenAiEngine implements Engine {
  readonly #servers: Servers
  readonly #options: OpenAiEngineOptions
  readonly #sampleRate: number

  constructor(servers: Servers, options: OpenAiEngineOptions) {
    this.#servers = servers
    this.#options = options
    this.#sampleRate = options.config.sample_rate ?? DEFAULT_RATE
  }

  speak(
    segment: Segment,
    voice: NamedSpeaker,
    { signal, isOpening, trace }: SpeakOptions,
  ): AsyncGenerator<Speech> {
    const { deadlines, key } = this.#options
    const speaker = withProsody(voice, segment)
    const input = inputOf(segment)
    const secrets = () => [key, input]
    const pieces = streamFrom(this.#servers, { signal, isOpening, deadlines, secrets, trace }, (attempt) =>
      this.#pieces(input, segment, speaker, attempt),
    )
    return speechFrom(pieces, { sampleRate: this.#sampleRate, segment, speaker })
  }

  async close(): Promise<void> {
    this.#servers.close()
  }

  async *#pieces(
    input: string,
    { tokens, seconds }: Segment,
    speaker: NamedSpeaker,
    { url, signal, trace }: Attempt,
  ): AsyncGenerator<Piece> {
    const { key, config } = this.#options
    const reported = config.word_times === true ? ReportedWords.of(input, tokens) : undefined
    const body = this.#body(input, seconds, speaker, reported !== undefined)
    const headers = headersOf(key)
    const response = await ask({ url: `${url}/audio/speech`, headers, body, signal, trace })
    const batching = new ReadBatching()
    for await (const { pcm, words } of audioOf(response, this.#sampleRate)) {
      yield reported === undefined ? { pcm } : { pcm, words: reported.timed(words) }
      await batching.afterPiece(pcm.length / this.#sampleRate)
    }
  }

  #body(input: string, seconds: number, { voice, speed }: NamedSpeaker, withWords: boolean) {
    const { config } = this.#options
    const { frames_per_second: frames, stream_format = 'audio' } = config
    const most = MOST_TIMES * seconds + MOST_SECONDS
    return {
      model: config.model,
      response_format: 'pcm',
      stream: true,
      stream_format,
      ...(config.takes_speed === true && speed !== 1 ? { speed } : {}),
      ...(withWords ? { return_timestamps: true } : {}),
      ...(frames === undefined ? {} : { max_new_tokens: Math.ceil(most * frames) }),
      ...config.extra,
      input,
      voice,
    }
  }
}

/** The headers of a request. */
export function headersOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

/**
 * A segment's text with a mark at its end: it may have been cut where the sentence has none. Models raise or lower the
 * voice by it, and some lose the last word without.
 */
function inputOf({ text, tokens }: Segment): string {
  const ending = tokens.at(-1)
  return typeof ending !== 'string' || ENDED.test(text) ? text : text + ending
}
