import type { Caller } from '../../accounts/authorize.ts'
import type { ServiceError } from '../../http/errors.ts'
import { type InputEvent, textInput } from '../../tts/transcript-buffer.ts'
import { type SpeechOptions, Turn, type TurnServices } from '../../tts/turn.ts'

/** Most characters of an utterance. About 900 are the longest speech that one turn may have. */
const MAX_LENGTH = 600

/** The text up to a flush: one turn, whose text comes piece by piece. What is behind a text that is refused is another turn. */
export class Utterance {
  /** Whether any of its audio was sent. */
  isHeard = false
  /** Whether its turn has waited for a slot. */
  hasWaited = false
  #input = textInput()
  #events: InputEvent[] = []
  readonly #left = new AbortController()
  #text = ''
  #isEnded = false
  /** The first of the events that its failed turn leaves to another one. */
  #next = 0

  /** Aborted by {@link stop}. */
  get signal(): AbortSignal {
    return this.#left.signal
  }

  /** Bytes of the text that waits to be spoken. */
  get backlog(): number {
    return this.#input.weight
  }

  /** Whether this text still fits. Any text fits an utterance that has none. */
  takes(text: string): boolean {
    return !this.#isEnded && (this.#text === '' || this.#text.length + text.length <= MAX_LENGTH)
  }

  /** Begins its turn, with all text so far. */
  begin(services: TurnServices, caller: Caller, options: SpeechOptions): Turn {
    this.#input = textInput()
    for (const event of this.#events) this.#input.push(event)
    if (this.#isEnded) this.#input.end()
    return new Turn(services, { caller, transport: 'jambonz' }, options, this.#input, this.signal)
  }

  /** Adds text. jambonz cuts text between words and may drop the space there, so a missing space is put back. */
  append(text: string): void {
    if (text === '') return
    if (/\S$/.test(this.#text) && /^\S/.test(text)) this.#say(' ')
    this.#say(text)
  }

  /** It has all its text. */
  end(): void {
    this.#isEnded = true
    this.#input.end()
  }

  /** Ends it with an error after the text so far, unless it already has all its text. */
  breakOff(error: ServiceError): void {
    if (!this.#isEnded) this.#push({ error })
  }

  /**
   * Records that its turn has failed; call it before that turn is ended. What is behind a refused text is left to another
   * turn, and so is a text that was too long after others, since it may fit there. If the first text is refused, and not for
   * its length, what waits behind it would be refused too.
   *
   * @returns whether the client is to be notified
   */
  fail({ code }: ServiceError): boolean {
    const taken = this.#events.length - this.#input.length
    const isFirst = taken <= 1
    const isTooLong = code === 'input_too_long'
    if (isFirst) this.#next = isTooLong ? taken : this.#events.length
    else this.#next = isTooLong ? taken - 1 : taken
    return isFirst || !isTooLong
  }

  /** Keeps only what its failed turn has left, for another one. False if that has no text. */
  goOn(): boolean {
    const left = this.#events.slice(this.#next)
    const first = left.findIndex((event) => 'transcript' in event && event.transcript.trim() !== '')
    if (first < 0) return false
    this.#events = left.slice(first)
    this.#text = this.#events.map((event) => ('transcript' in event ? event.transcript : '')).join('')
    this.isHeard = false
    this.hasWaited = false
    return true
  }

  /** Ends it at once. */
  stop(): void {
    this.#left.abort()
  }

  #say(transcript: string): void {
    this.#text += transcript
    this.#push({ transcript, isLast: false, maxDelay: undefined })
  }

  #push(event: InputEvent): void {
    const last = this.#events.at(-1)
    if (last !== undefined && 'error' in last) return // nothing comes behind that
    this.#events.push(event)
    this.#input.push(event)
  }
}

/**
 * Cuts a text into pieces that fit into an utterance each: after the last end of a sentence that fits, else after the
 * last word, and wherever there is neither.
 */
export function* utterancesOf(text: string): Generator<string> {
  let rest = text
  while (rest.length > MAX_LENGTH) {
    const head = rest.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '') // no character is cut in two
    const [fitting = head] = /^.*[.!?…]["'”’)]*\s/s.exec(head) ?? /^.*\s/s.exec(head) ?? []
    yield fitting
    rest = rest.slice(fitting.length)
  }
  yield rest
}
