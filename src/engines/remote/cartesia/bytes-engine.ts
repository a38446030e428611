import type { Engine, Segment, SpeakOptions, Speech } from '../../shared/engine.ts'
import { type AnySpeaker, type NamedSpeaker, withProsody } from '../../shared/speaker.ts'
import { type Piece, speechFrom } from '../../shared/speech-from.ts'
import { Pcm16Reader } from '../pcm16.ts'
import { type Attempt, type Deadlines, streamFrom } from '../remote-stream.ts'
import { faultOfStatus, ServerFault } from '../server-fault.ts'
import type { Servers } from '../servers.ts'
import { type FarSide, headersOf, speechFields } from './speech-fields.ts'

export interface BytesOptions extends FarSide {
  readonly servers: Servers
  readonly deadlines: Deadlines
}

/** Speaks segments with `POST /tts/bytes`, one request for each. */
export class BytesEngine implements Engine {
  readonly #options: BytesOptions

  constructor(options: BytesOptions) {
    this.#options = options
  }

  speak(segment: Segment, speaker: AnySpeaker, { signal, opening }: SpeakOptions): AsyncIterable<Speech> {
    const { servers, deadlines, sampleRate } = this.#options
    const named = withProsody(speaker as NamedSpeaker, segment)
    const body = { ...speechFields(this.#options, named, segment.tag), transcript: segment.text }
    const pieces = streamFrom(servers, { signal, opening, deadlines }, (attempt) => this.#ask(attempt, body))
    // The far side has made it as loud as it is to be.
    return speechFrom(pieces, { sampleRate, segment, speaker: { ...named, volume: 1 } })
  }

  async close(): Promise<void> {}

  async *#ask({ url, signal }: Attempt, body: object): AsyncGenerator<Piece> {
    const response = await fetch(`${url}/tts/bytes`, {
      method: 'POST',
      headers: { ...headersOf(this.#options), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok) {
      const told = (await response.text()).slice(0, 500)
      throw new ServerFault(faultOfStatus(response.status), `${url} answered ${response.status} ${told}`)
    }
    const reader = new Pcm16Reader()
    for await (const bytes of response.body!) {
      const pcm = reader.read(bytes)
      if (pcm.length > 0) yield { pcm }
    }
  }
}
