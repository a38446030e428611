import type { Caller } from '../../accounts/authorize.ts'
import { AsyncQueue } from '../../engines/shared/async-queue.ts'
import type { ServiceError } from '../../http/errors.ts'
import { type TextEvent, textInput } from '../../tts/transcript-buffer.ts'
import { type SpeechOptions, Turn, type TurnServices } from '../../tts/turn.ts'

/** A piece of audio for the line. */
export interface Piece {
  readonly audio: Uint8Array
  /** Call this when the first frame of it is sent. */
  readonly sent: () => void
}

/** One turn on a call. Its text comes in one piece or many, and its audio waits until the line is free. */
export class Utterance {
  readonly contextId: string
  /** Name of the utterance on the line, unique within the call. */
  readonly mark: string
  /** Audio of the utterance, as it is generated. */
  readonly pieces = new AsyncQueue<Piece>()
  readonly #input = textInput()
  readonly #left = new AbortController()
  readonly #begun = Promise.withResolvers<void>()
  readonly #sent = Promise.withResolvers<void>()
  #hasAllText = false
  #isSent = false
  #hasFailed = false
  #flushes = 0
  #turnId: string | undefined

  constructor(contextId: string, mark: string) {
    this.contextId = contextId
    this.mark = mark
    this.#begun.promise.catch(() => {}) // not everybody waits for it
  }

  /** The id of its turn in the log. Undefined: it has not begun. */
  get turnId(): string | undefined {
    return this.#turnId
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

  /** The size of the text that waits to be spoken (bytes). */
  get backlog(): number {
    return this.#input.weight
  }

  /**
   * Resolves when the first audio is there, or the utterance is over or interrupted. Rejects with a ServiceError if it fails
   * before, or its call ends.
   */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  append(text: TextEvent): void {
    this.#input.push(text)
    if (text.isLast) this.endText()
  }

  /** Speaks all text that has come. */
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

  /** Ends it at once: it is interrupted, or fails with an error. */
  stop(error?: ServiceError): void {
    this.#left.abort()
    this.pieces.close()
    if (error === undefined) this.#begun.resolve()
    else this.#begun.reject(error)
    this.#sent.resolve()
  }

  /** Records that all of it was sent. */
  sentAll(): void {
    this.#isSent = true
    this.#sent.resolve()
  }

  /** Records that it has failed. */
  fail(error: ServiceError): void {
    this.#hasFailed = true
    this.#hasAllText = true
    this.#begun.reject(error)
    this.pieces.end()
  }

  /**
   * Speaks it, and settles it: in full if all of it was sent to the line, otherwise for the transcripts of which some was.
   *
   * @throws ServiceError when the turn fails
   */
  async speak(services: TurnServices, caller: Caller, options: SpeechOptions): Promise<void> {
    const turn = new Turn(services, { caller, transport: 'call' }, options, this.#input, this.#left.signal)
    this.#turnId = turn.id
    try {
      for await (const chunk of turn.audio()) {
        turn.buffered(chunk)
        this.pieces.push({ audio: chunk.audio, sent: () => turn.delivered(chunk) })
        if (chunk.audio.length > 0) this.#begun.resolve()
        // The last chunk: until it is sent, the utterance can be interrupted.
        if (chunk.text === undefined) await this.#whenSent()
      }
      this.#begun.resolve() // it may have had no audio
    } catch (error) {
      this.#hasFailed = true // known before the settlement, which can take longer than the line needs to play the rest
      throw error
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
