import type { Language } from '../../languages/shared/language.ts'
import type { Token } from '../../languages/shared/text/token.ts'
import type { WordSpan } from '../pronunciation/encoding.ts'
import type { Speaker } from './speaker.ts'

/** Samples in one frame of the voice model. */
export const HOP = 256
/** Frames of a turn's first window: 0.37 s, done in a few milliseconds. */
export const OPENING_FRAMES = 32
/** Frames of a window when nobody waits: 3 s, done in about 20 ms, which is how long a cancel can take. */
export const FULL_FRAMES = 256

/**
 * One step of the voice model: some frames of a segment. A step needs nothing but what is in it, so any worker can
 * do it, and do it again.
 */
export interface Window {
  /** Tokens still to be pronounced (a segment's first window), or the plan that was made of them. */
  readonly segment: readonly Token[] | SegmentPlan
  /** Code of the language. */
  readonly language: string
  readonly speaker: Speaker
  readonly seed: number
  /** First frame wanted. */
  readonly first: number
  /** Frames wanted at most. */
  readonly count: number
  /** Pulse phase in cycles at the first frame: 0 at the segment's start, then what the window before gave. */
  readonly phase: number
}

/** Words whose phones are wanted, but no speech. */
export interface Pronounceable {
  readonly pronounced: readonly Token[]
  /** Code of the language. */
  readonly language: string
}

/** The speech of one window, and what the next window needs. */
export interface WindowSpeech {
  /** Samples at 22050 Hz: HOP for each frame. */
  readonly pcm: Float32Array
  /** Pulse phase at the frame after the last. */
  readonly nextPhase: number
}

/** The speech of a segment's first window, and what is known of the whole segment. */
export interface OpeningSpeech extends WindowSpeech {
  readonly timing: SegmentTiming
  /** For the other windows; undefined where there are none. */
  readonly plan: SegmentPlan | undefined
}

/** Where the words of a segment are. */
export interface SegmentTiming extends Pick<SegmentPlan, 'ids' | 'durations'> {
  readonly words: readonly WordSpan[]
}

/** How the model says a whole segment: computed once, with its first window. */
export interface SegmentPlan {
  /** Token ids. */
  readonly ids: Int32Array
  /** What the model's encoder knows of the tokens: as many numbers for each. */
  readonly states: Float32Array
  /** Pitch, level, length and release of each token. */
  readonly prosody: Float32Array
  /** Frames that each token lasts. */
  readonly durations: Float32Array
}

/** The parts of a language that a worker uses. */
export type WorkerLanguage = Pick<Language, 'code' | 'modelLanguage' | 'pronunciation' | 'warmUp'>

/** The first message to a worker: the languages that it will speak. */
export interface WorkerStart {
  readonly languages: readonly WorkerLanguage[]
}
