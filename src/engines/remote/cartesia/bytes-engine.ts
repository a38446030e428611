import type { Engine, Segment, SpeakOptions, Speech } from '../../shared/engine.ts'
import { type NamedSpeaker, withProsody } from '../../shared/speaker.ts'
import { type Piece, speechFrom } from '../../shared/speech-from.ts'
import { ask } from '../ask.ts'
import { samplesOf } from '../pcm-answer.ts'
import { ReadBatching } from '../read-batching.ts'
import { type Attempt, type Deadlines, streamFrom } from '../remote-stream.ts'
import { SampleReader } from '../sample-reader.ts'
import type { Servers } from '../servers.ts'
import { headersOf, speechFields, type UpstreamSettings } from './speech-fields.ts'

/** The servers, their deadlines, and what they are sent. */
export interface BytesOptions extends UpstreamSettings {
  readonly servers: Servers
  readonly deadlines: Deadlines
}

/** Speaks segments with `POST /tts/bytes`, one request for each. */
export class BytesEngine implements Engine {
  readonly #options: BytesOptions

  constructor(options: BytesOptions) {
    this.#options = options
  }

  speak(
    segment: Segment,
    voice: NamedSpeaker,
    { signal, isOpening, trace }: SpeakOptions,
  ): AsyncIterable<Speech> {
    const { servers, sampleRate, deadlines, key } = this.#options
    const speaker = withProsody(voice, segment)
    const options = { signal, isOpening, deadlines, secrets: () => [key, segment.text], trace }
    const pieces = streamFrom(servers, options, (attempt) => this.#ask(attempt, segment, speaker))
    // The upstream server has made it as loud as it is to be.
    return speechFrom(pieces, { sampleRate, segment, speaker: { ...speaker, volume: 1 } })
  }

  async close(): Promise<void> {
    this.#options.servers.close()
  }

  async *#ask(
    { url, signal, trace }: Attempt,
    segment: Segment,
    speaker: NamedSpeaker,
  ): AsyncGenerator<Piece> {
    const { text, tag } = segment
    const body = { ...speechFields(this.#options, speaker, tag), transcript: text }
    const query = { url: `${url}/tts/bytes`, headers: headersOf(this.#options), body, signal, trace }
    const response = await ask(query)
    const reader = new SampleReader()
    const batching = new ReadBatching()
    for await (const bytes of samplesOf(response, this.#options.sampleRate)) {
      const pcm = reader.read(bytes)
      if (pcm.length === 0) continue
      yield { pcm }
      await batching.afterPiece(pcm.length / this.#options.sampleRate)
    }
  }
}
