import type { Caller } from '../../accounts/authorize.ts'
import { ServiceError } from '../../http/errors.ts'
import { Channel } from '../channel.ts'
import { ServerFrames } from '../server-frame.ts'
import type { InputEvent, TextEvent } from '../transcript-buffer.ts'
import { Turn, type TurnServices } from '../turn.ts'
import type { ClientFrame, Speak } from './client-frame.ts'
import type { Running } from './context-state.ts'

/** What a waiting frame weighs besides its text (bytes). */
export const FRAME_WEIGHT = 200

/** A context whose turn is running: text goes in, frames come out. */
export class Context {
  readonly id: string
  state: Running
  /** Whether anything of the turn was sent. */
  isHeard = false
  readonly #first: Speak
  readonly #input = new Channel<InputEvent>((event) => ('transcript' in event ? weight(event) : FRAME_WEIGHT))
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
    return new Turn(services, caller, this.#first.request, this.#input, this.signal)
  }

  /** Makes the frames of the turn. */
  serverFrames(): ServerFrames {
    return new ServerFrames(this.id, this.#first.times, () => this.#flushes > 0)
  }

  /** Adds text to the turn, and does what else its frame says. */
  append({ text, flush }: { readonly text: TextEvent; readonly flush?: boolean }): void {
    this.#input.push(text)
    if (flush) this.flush()
    if (text.isLast) this.end()
  }

  /**
   * Has the turn say all that it has. The first flush is number 0: cartesia-python 2 keeps a list of queues, one for the
   * audio before each flush, and puts a frame into the one that its `flush_id` is the index of, without it into the last.
   */
  flush(): void {
    this.#input.push({ flushId: this.#flushes++ })
  }

  /** The turn has all its text. */
  end(): void {
    this.#input.end()
  }

  /** Ends the turn with an error after what has been accepted. */
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

  /** @throws ServiceError invalid_context when text is to be spoken in another way than the turn began */
  checkSame({ request }: Speak): void {
    const { voiceId, format, language } = this.#first.request
    const { encoding, sampleRate } = request.format
    const same = {
      voice: request.voiceId.toLowerCase() === voiceId.toLowerCase(),
      output_format: encoding === format.encoding && sampleRate === format.sampleRate,
      language: request.language === undefined || request.language === language,
    }
    const changed = Object.entries(same).find(([, isSame]) => !isSame)
    if (changed === undefined) return
    throw new ServiceError('invalid_context', `${changed[0]} is not what it was when the turn began.`, {
      detail: 'Keep it the same until the turn ends, or begin another with a new context_id.',
    })
  }
}

function weight({ transcript }: TextEvent): number {
  return transcript.length + FRAME_WEIGHT
}
