import type { Caller } from '../../accounts/authorize.ts'
import type { ServiceError } from '../../http/errors.ts'
import { FRAME_WEIGHT } from '../../http/sockets/limits.ts'
import { type ServerFrame, ServerFrames } from '../server-frame.ts'
import { changedInTurn, type TextEvent, textInput } from '../transcript-buffer.ts'
import { Turn, type TurnServices } from '../turn.ts'
import type { ClientFrame, Speak } from './client-frame.ts'
import type { Running } from './context-state.ts'

/** A context whose turn is running: text goes in, frames come out. */
export class Context {
  readonly id: string
  state: Running
  /** Whether any audio of the turn was sent, or waits to be. */
  isHeard = false
  /** What the client is sent last of the turn, once that has been spoken or has failed. It may still be being settled. */
  lastFrame: ServerFrame | undefined
  readonly #first: Speak
  readonly #input = textInput()
  readonly #left = new AbortController()
  #held: ClientFrame[] = []
  #heldBytes = 0
  #flushes = 0

  constructor(first: Speak, state: Running) {
    this.id = first.contextId
    this.state = state
    this.#first = first
    this.append(first)
  }

  /** Bytes of the frames that wait to be spoken. */
  get backlog(): number {
    return this.#input.weight + this.#heldBytes
  }

  /** Aborted by {@link cancel}. */
  get signal(): AbortSignal {
    return this.#left.signal
  }

  /** Begins the turn. */
  beginTurn(services: TurnServices, caller: Caller): Turn {
    const { request, traceparent } = this.#first
    const origin = { caller, transport: 'websocket', traceparent } as const
    return new Turn(services, origin, request, this.#input, this.signal)
  }

  /** Makes the frames of the turn. */
  serverFrames(): ServerFrames {
    return new ServerFrames(this.id, this.#first.times, () => this.#flushes > 0)
  }

  /** Adds the text of a frame to the turn, then flushes or ends it if the frame says so. */
  append({ text, isFlush }: { readonly text: TextEvent; readonly isFlush?: boolean }): void {
    this.#input.push(text)
    if (isFlush) this.flush()
    if (text.isLast) this.end()
  }

  /**
   * Makes the turn speak all its text so far. The first flush is number 0: cartesia-python 2 keeps a list of queues, one for
   * the audio before each flush, and uses a frame's `flush_id` as the index. A frame without it goes into the last queue.
   */
  flush(): void {
    this.#input.push({ flushId: this.#flushes++ })
  }

  /** The turn has all its text. */
  end(): void {
    this.#input.end()
  }

  /** Ends the turn with an error after the speech of what was accepted. */
  breakOff(error: ServiceError): void {
    this.#input.push({ error })
  }

  /** Stops the turn. */
  cancel(): void {
    this.#left.abort()
  }

  /** Keeps a frame until the turn has ended. */
  hold(frame: ClientFrame): void {
    this.#held.push(frame)
    this.#heldBytes += frame.bytes + FRAME_WEIGHT
  }

  /** The frames that were kept. */
  released(): readonly ClientFrame[] {
    return this.#held
  }

  /**
   * @throws ServiceError invalid_context if a frame asks for another model, voice or format than the turn began with
   */
  checkSame({ request }: Speak): void {
    const { modelId, voiceId, format } = this.#first.request
    const { encoding, sampleRate } = request.format
    const same = {
      model_id: request.modelId === modelId,
      voice: request.voiceId.toLowerCase() === voiceId.toLowerCase(),
      output_format: encoding === format.encoding && sampleRate === format.sampleRate,
    }
    const changed = Object.entries(same).find(([, isSame]) => !isSame)
    if (changed === undefined) return
    throw changedInTurn(changed[0])
  }
}
