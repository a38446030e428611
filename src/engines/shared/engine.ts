import type { Language } from '../../languages/shared/language.ts'
import type { Token } from '../../languages/shared/text/token.ts'
import type { Span } from '../../telemetry/tracing.ts'
import type { AnySpeaker, Prosody } from './speaker.ts'

/** A clause or sentence that is synthesised in one go, with one melody. */
export interface Segment extends Prosody {
  /** The written text, with the replacements of dictionaries and tags, for engines that read text. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** The tokens of the segment before it, if one was cut off their sentence. */
  readonly before?: readonly Token[]
  readonly language: Language
  /** BCP-47 tag of the locale in which it is read. */
  readonly tag: string
  /** Predicted length in seconds, the pause after it included. */
  readonly seconds: number
  /**
   * Chooses one of the many ways to say it, its melody and timing, and the noise of breath and consonants: the same segment
   * with the same seed gives the same samples.
   */
  readonly seed: number
}

/** When something is heard, in seconds from the start of what contains it. */
export interface Time {
  readonly start: number
  readonly end: number
}

/** When a word of the transcript is heard. */
export interface WordTime extends Time {
  /** The word as written in the transcript, punctuation included. */
  readonly word: string
  /** What is said for it, in order. */
  readonly said: readonly SpokenTime[]
}

/** When one of the words that are said for a written word is heard. */
export interface SpokenTime extends Time {
  /** The word in lower case; a capital is the name of a letter. */
  readonly word: string
  /** The word's phones, without gaps between them. */
  readonly phones: readonly PhoneTime[]
}

/** When a phone is heard. */
export interface PhoneTime extends Time {
  /** The phone in IPA; a stress mark stands before the vowel. */
  readonly phone: string
}

/** A written word, and what is said for it. */
export interface PronouncedWord {
  readonly word: string
  readonly said: readonly { readonly word: string; readonly phones: readonly string[] }[]
}

/** A stretch of speech. */
export interface Speech {
  /** Samples at 22050 Hz, -1 to 1. */
  readonly pcm: Float32Array
  /** Times of words that begin in this stretch or later, from the start of the segment; each word comes once. */
  readonly words: readonly WordTime[]
  /** True for the last stretch of the segment. */
  readonly isLast: boolean
}

/** How {@link Engine.speak} speaks one segment. */
export interface SpeakOptions {
  /** Ends the work within one step of the model. */
  readonly signal: AbortSignal
  /** When the segment's first sample is to be heard (milliseconds of `performance.now`): what is due first goes first. */
  readonly due: number
  /** True for the first segment of a turn: a listener is waiting for its first samples. */
  readonly isOpening: boolean
  /** The span of the segment, for engines that ask other servers. Undefined: it is not traced. */
  readonly trace?: Span
}

/** A piece of a turn's text, for an engine that takes it as it comes. */
export interface TurnText {
  /** As it was written, tags included; it may begin and end within a word. */
  readonly text: string
  /** Predicted length in seconds of all text of the turn up to its end, pauses included. */
  readonly seconds: number
  /** Most milliseconds that it may wait for the rest of its clause; undefined: the engine decides. */
  readonly maxDelay: number | undefined
  /** Whether all text up to its end is to be spoken without waiting for more. */
  readonly isFlush: boolean
}

/** A stretch of a turn's speech. */
export interface TurnSpeech {
  /** Samples at 22050 Hz, -1 to 1. */
  readonly pcm: Float32Array
  /** Words in order, each once, some time before or after their samples. Times are from the start of the turn. */
  readonly words: readonly WordTime[]
  /** How many of the turn's flushes have been spoken completely with this stretch. */
  readonly flushes: number
}

/** How {@link Engine.speakTurn} speaks a whole turn. */
export interface SpeakTurnOptions {
  /** Ends the work within one step of the model. */
  readonly signal: AbortSignal
  /** BCP-47 tag of the locale in which the text is read. */
  readonly tag: string
  /** The span of the turn's speech, for engines that ask other servers. Undefined: it is not traced. */
  readonly trace?: Span
}

/** Turns segments into speech. Several segments may be spoken at once. */
export interface Engine {
  /**
   * @param speaker of a voice that belongs to the engine's model
   * @returns the segment's speech in consecutive stretches
   * @throws EngineFailure when the synthesis failed and a second try did too
   */
  speak(segment: Segment, speaker: AnySpeaker, options: SpeakOptions): AsyncIterable<Speech>
  /**
   * Speaks a whole turn whose text comes piece by piece. Only engines that cut text into clauses themselves have it: more text
   * than one clause tells them more about its melody.
   *
   * @throws EngineFailure when it failed, and also when tried again before the first sample
   */
  speakTurn?(
    text: AsyncIterable<TurnText>,
    speaker: AnySpeaker,
    options: SpeakTurnOptions,
  ): AsyncIterable<TurnSpeech>
  close(): Promise<void>
}

/** Returns how words are pronounced. */
export interface Pronouncer {
  /**
   * Speech goes first.
   *
   * @returns the written words of a segment, in order
   * @throws EngineFailure when it failed and a second try did too
   */
  pronounce(segment: Pick<Segment, 'tokens' | 'language'>, signal: AbortSignal): Promise<PronouncedWord[]>
}

/** The synthesis could not be done; the cause is for the log. */
export class EngineFailure extends Error {}

/** The engine has as much work as it can do: a retry a little later can succeed. */
export class EngineFull extends EngineFailure {}

/** The servers of the engine refuse more work for now, by limits of their own. The engine has logged it. */
export class ServersFull extends EngineFull {
  /** Milliseconds after which the servers say that a retry can succeed; undefined: they do not say. */
  readonly retryAfter: number | undefined

  constructor(message: string, { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}

/**
 * The servers of the engine did not do what they were asked. It is not this process's fault, and the engine has logged it. The
 * message names the server.
 */
export class ServersFailed extends EngineFailure {
  /** The servers' URLs; empty: not known yet. */
  readonly server: string

  constructor(server: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.server = server
  }
}
