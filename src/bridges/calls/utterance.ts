import type { Caller } from '../../accounts/authorize.ts'
import type { ServiceError } from '../../http/errors.ts'
import { FRAME_WEIGHT } from '../../http/sockets/inbox.ts'
import { Channel } from '../../tts/channel.ts'
import type { InputEvent, TextEvent } from '../../tts/transcript-buffer.ts'
import { type SpeechOptions, Turn, type TurnServices } from '../../tts/turn.ts'

/** A piece of audio for the line. */
export interface Piece {
  readonly audio: Uint8Array
  /** To be called when the first of it is sent. */
  readonly sent: () => void
}

/** What is said at one time on a call: one turn, whose text comes in one piece or many, and whose audio waits for the line. */
export class Utterance {
  readonly contextId: string
  /** What it is called on the line, where no two have the same name. */
  readonly mark: string
  /** What is to be played, as soon as it is made. */
  readonly pieces = new Channel<Piece>()
  readonly #input = new Channel<InputEvent>((event) =>
    'transcript' in event ? event.transcript.length + FRAME_WEIGHT : FRAME_WEIGHT,
  )
  readonly #left = new AbortController()
  readonly #begun = Promise.withResolvers<void>()
  readonly #sent = Promise.withResolvers<void>()
  #hasAllText = false
  #isSent = false
  #hasFailed = false
  #flushes = 0

  constructor(contextId: string, mark: string) {
    this.contextId = contextId
    this.mark = mark
    this.#begun.promise.catch(() => {}) // not everybody waits for it
  }

  /** Whether all its text has come. */
  get hasAllText(): boolean {
    return this.#hasAllText
  }

  /** Whether all of it was sent to the line. */
  get isSent(): boolean {
    return this.#isSent
  }

  get hasFailed(): boolean {
    return this.#hasFailed
  }

  get isStopped(): boolean {
    return this.#left.signal.aborted
  }

  /** What its text that waits to be spoken weighs (bytes). */
  get backlog(): number {
    return this.#input.weight
  }

  /** Resolves when the first of its audio is there, or it is stopped; rejects with a ServiceError when it fails before. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  append(text: TextEvent): void {
    this.#input.push(text)
    if (text.isLast) this.endText()
  }

  /** Has it say all that has come. */
  flush(): void {
    this.#input.push({ flushId: this.#flushes++ })
  }

  /** All its text has come. */
  endText(): void {
    this.#hasAllText = true
    this.#input.end()
  }

  /** Ends it with an error after the text that has come. */
  breakOff(error: ServiceError): void {
    this.#hasAllText = true
    this.#input.push({ error })
  }

  /** Nothing more of it is to be heard. */
  stop(): void {
    this.#left.abort()
    this.pieces.close()
    this.#begun.resolve()
    this.#sent.resolve()
  }

  /** Notes that all of it was sent. */
  sentAll(): void {
    this.#isSent = true
    this.#sent.resolve()
  }

  /** Notes that it has failed. */
  fail(error: ServiceError): void {
    this.#hasFailed = true
    this.#hasAllText = true
    this.#begun.reject(error)
    this.pieces.end()
  }

  /**
   * Speaks it, and settles it: in full when all of it was sent to the line, else for what was.
   *
   * @throws ServiceError when the turn fails
   */
  async speak(services: TurnServices, caller: Caller, options: SpeechOptions): Promise<void> {
    const turn = new Turn(services, caller, options, this.#input, this.#left.signal)
    try {
      for await (const chunk of turn.audio()) {
        turn.buffered(chunk)
        this.pieces.push({ audio: chunk.audio, sent: () => turn.delivered(chunk) })
        if (chunk.audio.length > 0) this.#begun.resolve()
        if (chunk.text === undefined) await this.#whenSent() // the last: as long as it waits, it can be interrupted
      }
    } finally {
      this.pieces.end()
      await turn.end()
    }
  }

  #whenSent(): Promise<void> {
    this.pieces.end()
    return this.#sent.promise
  }
}
