import type { Caller } from '../../accounts/authorize.ts'
import type { ServiceError } from '../../http/errors.ts'
import type { OpenTags } from '../../languages/shared/markup/markup-reader.ts'
import { type InputEvent, textInput } from '../../tts/transcript-buffer.ts'
import { type SpeechOptions, Turn, type TurnServices } from '../../tts/turn.ts'
import { CutFinder } from './cut-finder.ts'

/** The text up to a flush: one turn, whose text comes piece by piece. What is behind a text that is refused is another turn. */
export class Utterance {
  /** Whether any of its audio was sent, or waits to be. */
  isHeard = false
  /** Whether it was spoken to its end. It may still be being charged. */
  isSpoken = false
  /** Whether its turn has waited for a slot. */
  hasWaited = false
  #input = textInput()
  #events: InputEvent[] = []
  readonly #left = new AbortController()
  #cuts: CutFinder
  /** The tags that are open where the text of its turn begins. */
  #tags: OpenTags | undefined
  #isEnded = false
  /** The first of the events that its failed turn leaves to another one. */
  #next = 0

  /** @param tags those that are open where its text begins */
  constructor(tags?: OpenTags) {
    this.#tags = tags
    this.#cuts = new CutFinder(tags)
  }

  /** Aborted by {@link stop}. */
  get signal(): AbortSignal {
    return this.#left.signal
  }

  /** Bytes of the text that waits to be spoken. */
  get backlog(): number {
    return this.#input.weight
  }

  /** Whether it has all its text. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The tags that are open at the end of its text. */
  get tags(): OpenTags {
    return this.#cuts.tags
  }

  /** Begins its turn, with all text so far. */
  begin(services: TurnServices, caller: Caller, options: SpeechOptions): Turn {
    this.#input = textInput()
    for (const event of this.#events) this.#input.push(event)
    if (this.#isEnded) this.#input.end()
    const spoken = { ...options, tags: this.#tags }
    return new Turn(services, { caller, transport: 'jambonz' }, spoken, this.#input, this.signal)
  }

  /**
   * Adds text, as much as one utterance should have. jambonz cuts text between words and may drop the space there, so a missing
   * space is put back.
   *
   * @returns what does not fit, which is for another utterance: this one has all its text
   */
  append(text: string): string {
    const space = this.#cuts.isInWord && /^\S/.test(text) ? ' ' : ''
    const length = Math.max(0, this.#cuts.take(space + text) - space.length)
    if (length > 0) {
      if (space !== '') this.#say(space)
      this.#say(text.slice(0, length))
    }
    if (length < text.length) this.end()
    return text.slice(length)
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
    const first = this.#events.findIndex((event, index) => index >= this.#next && textOf(event).trim() !== '')
    if (first < 0) return false
    this.#tags = this.#read(this.#events.slice(0, first)).tags
    this.#events = this.#events.slice(first)
    this.#cuts = this.#read(this.#events)
    this.isHeard = false
    this.hasWaited = false
    return true
  }

  /** Ends it at once. */
  stop(): void {
    this.#left.abort()
  }

  #read(events: readonly InputEvent[]): CutFinder {
    const cuts = new CutFinder(this.#tags)
    for (const event of events) cuts.read(textOf(event))
    return cuts
  }

  #say(transcript: string): void {
    this.#push({ transcript, isLast: false, maxDelay: undefined })
  }

  #push(event: InputEvent): void {
    const last = this.#events.at(-1)
    if (last !== undefined && 'error' in last) return // nothing comes behind that
    this.#events.push(event)
    this.#input.push(event)
  }
}

function textOf(event: InputEvent): string {
  return 'transcript' in event ? event.transcript : ''
}
