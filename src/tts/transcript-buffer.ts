import { setImmediate } from 'node:timers/promises'
import type { CreditHold } from '../accounts/credit-hold.ts'
import { AsyncQueue } from '../engines/shared/async-queue.ts'
import { ServiceError } from '../http/errors.ts'
import { canonicalLanguage } from '../http/language.ts'
import { FRAME_WEIGHT } from '../http/sockets/limits.ts'
import type { Forecast, SpokenText, TextSource, TextStream } from '../speech/text-stream.ts'
import { within } from '../system/within.ts'
import type { EnginePlace } from './engine-place.ts'

/** Most seconds of predicted speech in a turn (spec 8). */
const MAX_SECONDS = 46.5
/**
 * Most UTF-16 code units of a turn's text. Text without sound adds nothing to the prediction, but reading it takes time for
 * which others wait. Prose that fits the limit has a thousand.
 */
const MAX_LENGTH = 16_384
/** UTF-16 code units that are segmented at a time. */
const PIECE_LENGTH = 1024
/**
 * Words wait for the end of their clause until no text has come for CLAUSE_TIMEOUT and the speech before them runs out within
 * MARGIN (milliseconds), which is enough for a busy machine to go on without a gap.
 */
const CLAUSE_TIMEOUT = 400
const MARGIN = 250
/** An unfinished word waits this long for its rest (milliseconds), and longer while the listener still has speech to hear. */
const WORD_TIMEOUT = 1500
/**
 * No text waits longer after the newest (milliseconds), however much the listener still has: its turn keeps its slot and its
 * place. Where the client says how long text may wait, that holds instead.
 */
const LONGEST_WAIT = 2000

/** Most segments that may wait to be spoken. No text that fits in a turn has this many, but a client can flush without end. */
const MAX_WAITING_SEGMENTS = 1000

const LATE = Symbol('late')

/** Text for a turn. */
export type InputEvent = TextEvent | FlushEvent | AbortEvent

/** A transcript that continues the turn's text. */
export interface TextEvent {
  readonly transcript: string
  /** Whether the turn ends with this text. */
  readonly isLast: boolean
  /** Most milliseconds that text may wait for the rest of its clause; undefined: the buffer decides. */
  readonly maxDelay: number | undefined
  /** The BCP-47 tag of the language that is asked for with it. Absent: that of the turn. */
  readonly language?: string
}

/** Speak all text so far without waiting for more. */
export interface FlushEvent {
  readonly flushId: number
}

/** The turn cannot go on: it ends with this error after the speech of the text before. */
export interface AbortEvent {
  readonly error: ServiceError
}

/** A queue for a text that comes piece by piece. Its weight is the length of what waits, and some for each piece. */
export function textInput(): AsyncQueue<InputEvent> {
  return new AsyncQueue((event) => ('transcript' in event ? event.transcript.length : 0) + FRAME_WEIGHT)
}

/** What the buffer needs of the credits that a turn holds. */
export type TextCredits = Pick<CreditHold, 'needsSlot' | 'add' | 'isDue' | 'hold'>

/** The source of a turn's text, and where its segments go. */
export interface BufferOptions<Text extends SpokenText> {
  readonly input: AsyncQueue<InputEvent>
  readonly text: TextSource<Text>
  /** The BCP-47 tag of the language in which the text is read. */
  readonly language: string
  /** Holds the credits of the text before it is spoken. */
  readonly hold: TextCredits
  /** Taken while there is text to be spoken. */
  readonly place: EnginePlace
  /** Receives the segments, each as soon as it is decided. */
  readonly segments: AsyncQueue<Text>
  /** When the listener runs out of speech (milliseconds of `performance.now`): text may wait until shortly before. */
  readonly runsDryAt: () => number
}

/**
 * Takes the text of a turn as it comes: checks each transcript, and emits its segments, each as soon as it is decided or has
 * waited long enough and its credits are held. The first words are held at once, so that a turn that cannot be spoken is refused
 * with them.
 */
export class TranscriptBuffer<Text extends SpokenText> {
  readonly #options: BufferOptions<Text>
  #length = 0
  #newest = 0 // when the last text came
  #oldest = 0 // when the first of the text that waits came
  #maxDelay: number | undefined
  #waitsForWord = false
  #isRefused = false

  constructor(options: BufferOptions<Text>) {
    this.#options = options
  }

  /**
   * Runs until the input ends, then ends the segments.
   *
   * @throws ServiceError input_too_long, missing_transcript, invalid_context, or the error in the input; AccountRefusal;
   *   EngineFull; DatabaseUnavailable. The text that is refused costs nothing. All text before it has been emitted; if its
   *   credits are refused, the segments before those for which they were to be held
   */
  async run(): Promise<void> {
    try {
      await this.#takeAll()
    } finally {
      try {
        if (!this.#isRefused) await this.#giveRest()
      } finally {
        this.#options.segments.end() // or the turn would wait for more for ever
      }
    }
  }

  async #takeAll(): Promise<void> {
    const { input, text, segments } = this.#options
    let coming = input.next()
    while (true) {
      const left = this.#timeLeft()
      const event = await (left === undefined ? coming : within(Math.max(0, left), coming, LATE))
      if (event === LATE) await this.#giveWhatWaits()
      else if (event.done) return
      else {
        await this.#take(event.value)
        await segments.waitForCapacity(MAX_WAITING_SEGMENTS)
        coming = input.next()
      }
      await this.#give(text.silentEnd()) // or the turn would keep its slot while it waits for text
    }
  }

  async #giveRest(): Promise<void> {
    await this.#give(this.#options.text.flush())
    await this.#hold(this.#length) // text after the last segment
  }

  async #take(event: InputEvent): Promise<void> {
    const { text, hold, place, language } = this.#options
    if ('flushId' in event) {
      await this.#give(text.flush(event.flushId))
      return
    }
    if ('error' in event) throw event.error
    const { transcript, isLast, maxDelay } = event
    if (event.language !== undefined && !isSameLanguage(event.language, language))
      throw changedInTurn('language')
    const isSilent = await this.#check(transcript, isLast)
    if (transcript.trim() !== '') place.takeFor(this.#length + transcript.length)
    hold.add(transcript, isSilent)
    this.#length += transcript.length
    if (hold.needsSlot) await this.#hold(this.#length)
    this.#maxDelay = maxDelay
    this.#waitsForWord = false
    this.#newest = performance.now()
    if (!text.isWaiting) this.#oldest = this.#newest
    await this.#push(transcript)
    if (maxDelay === 0 && !isLast) await this.#give(text.flush())
  }

  /** Text without sound can be thousands of segments: they are emitted some at a time, so that others are served. */
  async #push(transcript: string): Promise<void> {
    for (let at = 0; at < transcript.length; at += PIECE_LENGTH) {
      if (at > 0) await setImmediate()
      await this.#give(this.#options.text.push(transcript.slice(at, at + PIECE_LENGTH), this.#maxDelay))
    }
  }

  /** Returns whether nothing is heard of the transcript. */
  async #check(transcript: string, isLast: boolean): Promise<boolean> {
    const { isAudible, isSilent } = await forecast(this.#options.text, transcript, this.#length)
    if (isLast && !isAudible && transcript.trim() !== '') throw nothingToHear()
    return isSilent
  }

  async #give(decided: readonly Text[]): Promise<void> {
    if (decided.length > 0) this.#oldest = this.#newest
    for (const segment of decided) {
      await this.#hold(segment.end)
      this.#options.segments.push(segment)
    }
  }

  /** Has the credits held of the text up to a position, unless the turn has ended. */
  async #hold(position: number): Promise<void> {
    const { hold, segments } = this.#options
    if (segments.isEnded || !hold.isDue(position)) return
    try {
      await hold.hold(position)
    } catch (error) {
      this.#isRefused = true
      throw error
    }
  }

  /** Milliseconds until the words that wait must be spoken; undefined if none wait. */
  #timeLeft(): number | undefined {
    const { text, runsDryAt } = this.#options
    if (!text.isWaiting) return undefined
    const now = performance.now()
    if (this.#maxDelay !== undefined) return this.#oldest + this.#maxDelay - now
    const timeout = this.#waitsForWord ? WORD_TIMEOUT : CLAUSE_TIMEOUT
    const due = Math.min(runsDryAt() - MARGIN, this.#newest + LONGEST_WAIT)
    return Math.max(this.#newest + timeout, due) - now
  }

  async #giveWhatWaits(): Promise<void> {
    const { text } = this.#options
    const left = this.#timeLeft()
    if (left === undefined || left > 0) return // more speech has been passed on meanwhile
    const isAll = this.#maxDelay !== undefined || this.#waitsForWord
    await this.#give(isAll ? text.flush() : text.flushWords())
    this.#waitsForWord = true
  }
}

/**
 * The forecast of a turn with a transcript after the text that it has.
 *
 * @param length of that text, in UTF-16 code units
 * @throws ServiceError input_too_long
 */
export async function forecast(
  text: TextSource<SpokenText>,
  transcript: string,
  length = 0,
): Promise<Forecast> {
  if (length + transcript.length > MAX_LENGTH)
    throw tooLong(`The text of the turn is longer than ${MAX_LENGTH} characters.`)
  if (transcript.trim() === '') return { seconds: 0, isAudible: false, isSilent: true }
  const forecast = await text.forecast(transcript, MAX_SECONDS)
  if (forecast.seconds > MAX_SECONDS)
    throw tooLong(`The speech is predicted to be longer than ${MAX_SECONDS} seconds.`)
  return forecast
}

/**
 * Checks a text that will be the whole text of a turn.
 *
 * @param text the stream of such a turn; it takes nothing of the text
 * @throws ServiceError input_too_long, missing_transcript
 */
export async function checkTranscript(text: TextStream, transcript: string): Promise<void> {
  const { isAudible } = await forecast(text, transcript)
  if (!isAudible) throw nothingToHear()
}

/**
 * The refusal of text that is to be spoken otherwise than the text of its turn before.
 *
 * @param field in which it differs
 */
export function changedInTurn(field: string): ServiceError {
  return new ServiceError('invalid_context', `${field} is not what it was when the turn began.`, {
    detail: 'Keep it the same until the turn ends, or begin another with a new context_id.',
  })
}

function nothingToHear(): ServiceError {
  return new ServiceError('missing_transcript', 'The transcript has nothing that can be spoken.', {
    detail: 'Send words, numbers, symbols that have a name, or a pause. Nothing was charged.',
  })
}

function tooLong(message: string): ServiceError {
  return new ServiceError('input_too_long', message, {
    detail:
      'Split the text: about 900 characters of prose, or 130 digits, fit in one turn. Nothing was charged.',
  })
}

/** Whether two tags are one language. Most clients send the same tag with each piece. */
function isSameLanguage(one: string, other: string): boolean {
  return one === other || canonicalLanguage(one) === canonicalLanguage(other)
}
