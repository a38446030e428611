import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Snapshot } from '../../src/management/live/snapshot.ts'

/** Who watches a service. */
export class LiveView {
  readonly #events: AsyncIterator<EventSourceMessage>
  /** Everything that has come. */
  received = ''

  private constructor(body: ReadableStream<Uint8Array>) {
    const note = new TransformStream<string, string>({
      transform: (text, controller) => {
        this.received += text
        controller.enqueue(text)
      },
    })
    this.#events = body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(note)
      .pipeThrough(new EventSourceParserStream())
      [Symbol.asyncIterator]()
  }

  /** @param headers with a session or a management key */
  static async open(url: string, headers: Record<string, string>): Promise<LiveView> {
    const answer = await fetch(`${url}/management/live`, { headers })
    if (answer.status !== 200) throw new Error(`the live view was refused: ${await answer.text()}`)
    return new LiveView(answer.body!)
  }

  /** The next snapshot. Undefined: the stream has ended. */
  async next(): Promise<Snapshot | undefined> {
    const { done, value } = await this.#events.next()
    return done ? undefined : JSON.parse(value.data)
  }

  /** The first snapshot from now on of which a condition holds. */
  async until(holds: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
    for (let tries = 0; tries < 60; tries++) {
      const snapshot = await this.next()
      if (snapshot === undefined) throw new Error('the live view has ended')
      if (holds(snapshot)) return snapshot
    }
    throw new Error('no snapshot was as expected')
  }

  async close(): Promise<void> {
    await this.#events.return?.()
  }
}
