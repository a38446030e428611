import type { Language } from '../../languages/shared/language.ts'
import type { Token } from '../../languages/shared/text/token.ts'
import type { Segment, WordTime } from '../shared/engine.ts'

/** A segment that a local model is to speak: nothing in it but data, so that it can be sent to a worker. */
export interface LocalRequest extends Pick<Segment, 'text' | 'tag' | 'seed'> {
  readonly tokens: readonly Token[]
  /** Code of the language, such as "en". */
  readonly language: string
  /** A voice as the model knows it, or the name of one that it is to hear from `prompt`. */
  readonly voice: string
  /** The prompt from which the model hears a cloned voice, as its cloner made it. */
  readonly prompt?: string
  /** Speaking rate relative to the model's own. */
  readonly speed: number
}

/** The result of one step of a model. */
export interface LocalPiece {
  /** Mono samples at the model's rate, -1 to 1; there may be none. */
  readonly pcm: Float32Array
  /** Words that begin in this piece or later, timed from the start of the segment. Absent: the engine estimates them. */
  readonly words?: readonly WordTime[]
  /** The model knows that nothing follows, which saves a step. */
  readonly isLast?: true
}

/** A voice model that runs in a worker. */
export interface LocalModel {
  /** Sample rate of the model's output, in Hz. */
  readonly sampleRate: number
  /** The voices it can speak with. */
  readonly voices: readonly string[]
  /** ISO 639 codes of the languages that it can read. Undefined: any. */
  readonly languages?: readonly string[]
  /** Whether it takes a speaking rate. */
  readonly hasSpeed: boolean
  /** Whether its pieces bring the times of words. */
  readonly wordTimes: 'exact' | 'estimated'
  /**
   * Speaks a segment. Between two pieces the worker may do a step of another segment, or end this one: a model that
   * streams yields short pieces, one that cannot yields one for each chunk of text. The same request gives the same samples.
   */
  speak(request: LocalRequest): AsyncIterable<LocalPiece>
}

/** A language that Purr can pronounce: what a `PhoneEncoder` is loaded with. */
export type PronouncedLanguage = Pick<Language, 'code' | 'pronunciation'>

/**
 * Loads a model; a module that does so exports it by default.
 *
 * @param files folder with what was downloaded
 * @param config all of the model's config.json, checked against the schema of its kind
 * @param languages all that Purr can pronounce
 * @throws ModelError when the files cannot be used
 */
export type LoadLocalModel<Config = unknown> = (
  files: string,
  config: Config,
  languages: readonly PronouncedLanguage[],
) => Promise<LocalModel>
