import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../http/errors.ts'
import type { Playback } from '../speech/playback.ts'
import type { Line, Script } from '../speech/script.ts'
import type { Channel } from './channel.ts'
import type { CreditHold } from './credit-hold.ts'

/** The longest speech that one turn may be predicted to have, in seconds (spec 8). */
const LONGEST_TURN = 46.5
/**
 * UTF-16 code units of a turn's text. What has no sound is not in the prediction, but takes time to be read, and others
 * wait meanwhile. Prose that fits has a thousand.
 */
const LONGEST_TEXT = 16_384
/** UTF-16 code units that are made lines at a time. */
const PIECE = 1024
/** Words wait for the end of their clause until nothing new has come for so long (milliseconds) … */
const PATIENCE = 400
/** … and the speech before them runs out in so long (milliseconds): a busy machine needs no more to go on. */
const MARGIN = 250
/** An unfinished word waits so long for its rest (milliseconds), and longer while the listener has something to hear. */
const WORD_PATIENCE = 1500

/** Lines that may wait to be spoken: no text that fits in a turn has so many, but a client can flush without end. */
const MOST_LINES = 1000

const LATE = Symbol('late')

/** What a client says of a turn while it goes on. */
export type Entry = Text | Flush | Refusal

export interface Text {
  readonly transcript: string
  /** True when the turn ends with this text. */
  readonly isLast: boolean
  /** Milliseconds after which text is spoken at the latest; undefined: when it seems best. */
  readonly longestDelay: number | undefined
}

/** Speak all that has been said now. */
export interface Flush {
  readonly flushId: number
}

/** The turn cannot go on: it ends with this error after what has been said before. */
export interface Refusal {
  readonly refused: ServiceError
}

/** A line, and the flush that is done when it has been spoken. */
export interface Cue extends Line {
  readonly flushId?: number
}

/** Where the text of a turn comes from, and what is done with it. */
export interface Desk {
  readonly input: Channel<Entry>
  readonly script: Script
  readonly hold: CreditHold
  readonly playback: Playback
  /** Takes the lines. */
  readonly lines: Channel<Cue>
}

/**
 * Takes the text of a turn as it comes: checks it, charges it and gives it as lines, each as soon as it is decided or
 * has waited long enough.
 */
export class Dictation {
  readonly #desk: Desk
  #length = 0
  #newest = 0 // when the last text came
  #oldest = 0 // when the first of the text that waits came
  #longestDelay: number | undefined
  #waitsForWord = false

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /**
   * Goes on until the input ends, then ends the lines.
   *
   * @throws ServiceError input_too_long, missing_transcript, payment_required, billing_unavailable, or what the input
   *   says: the text that is refused costs nothing, and all before it has been given as lines
   */
  async run(): Promise<void> {
    const { input, script, lines } = this.#desk
    try {
      let coming = input.next()
      while (true) {
        const entry = await within(coming, this.#patience())
        if (entry === LATE) this.#giveWhatWaits()
        else if (entry.done) break
        else {
          await this.#take(entry.value)
          await lines.room(MOST_LINES)
          coming = input.next()
        }
      }
    } finally {
      this.#give(script.flush())
      lines.end()
    }
  }

  async #take(entry: Entry): Promise<void> {
    const { script, hold } = this.#desk
    if ('flushId' in entry) {
      this.#give(script.flush(), entry.flushId)
      return
    }
    if ('refused' in entry) throw entry.refused
    const { transcript, isLast, longestDelay } = entry
    await this.#check(transcript, isLast)
    await hold.hold(transcript)
    this.#length += transcript.length
    this.#longestDelay = longestDelay
    this.#waitsForWord = false
    this.#newest = performance.now()
    if (!script.isWaiting) this.#oldest = this.#newest
    await this.#push(transcript)
    if (longestDelay === 0 && !isLast) this.#give(script.flush())
  }

  /** Text that comes whole and has no sound is thousands of lines: they are given some at a time, and others served. */
  async #push(transcript: string): Promise<void> {
    for (let at = 0; at < transcript.length; at += PIECE) {
      if (at > 0) await setImmediate()
      this.#give(this.#desk.script.push(transcript.slice(at, at + PIECE)))
    }
  }

  async #check(transcript: string, isLast: boolean): Promise<void> {
    if (this.#length + transcript.length > LONGEST_TEXT)
      throw tooLong(`The text of the turn is longer than ${LONGEST_TEXT} characters.`)
    if (transcript.trim() === '') return
    const { seconds, isSpoken } = await this.#desk.script.forecast(transcript, LONGEST_TURN)
    if (seconds > LONGEST_TURN)
      throw tooLong(`The speech is predicted to be longer than ${LONGEST_TURN} seconds.`)
    if (isLast && !isSpoken) {
      throw new ServiceError('missing_transcript', 'The transcript has nothing that can be spoken.', {
        detail: 'Send words, numbers or symbols that have a name. Nothing was charged.',
      })
    }
  }

  #give(decided: readonly Line[], flushId?: number): void {
    const { lines } = this.#desk
    if (decided.length > 0) this.#oldest = this.#newest
    for (const line of decided.slice(0, -1)) lines.push(line)
    const last = decided.at(-1) ?? { segment: undefined, end: 0 }
    if (flushId !== undefined) lines.push({ ...last, flushId })
    else if (decided.length > 0) lines.push(last)
  }

  /** Milliseconds until the words that wait are to be spoken; undefined when none do. */
  #patience(): number | undefined {
    const { script, playback } = this.#desk
    if (!script.isWaiting) return undefined
    const now = performance.now()
    if (this.#longestDelay !== undefined) return this.#oldest + this.#longestDelay - now
    const patience = this.#waitsForWord ? WORD_PATIENCE : PATIENCE
    return Math.max(this.#newest + patience, playback.end - MARGIN) - now
  }

  #giveWhatWaits(): void {
    const { script } = this.#desk
    const left = this.#patience()
    if (left === undefined || left > 0) return // more speech has been handed on meanwhile
    const isAll = this.#longestDelay !== undefined || this.#waitsForWord
    this.#give(isAll ? script.flush() : script.flushWords())
    this.#waitsForWord = true
  }
}

function tooLong(message: string): ServiceError {
  return new ServiceError('input_too_long', message, {
    detail:
      'Split the text: about 900 characters of prose, or 130 digits, fit in one turn. Nothing was charged.',
  })
}

/** What comes, or LATE when it does not come in time. */
async function within<Value>(
  coming: Promise<Value>,
  milliseconds: number | undefined,
): Promise<Value | typeof LATE> {
  if (milliseconds === undefined) return coming
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(() => resolve(LATE), Math.max(0, milliseconds))
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
