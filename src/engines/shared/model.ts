import type { Capacity } from './capacity.ts'
import type { Engine } from './engine.ts'
import type { ServerState } from './server-state.ts'
import type { AnySpeaker, PromptedSpeaker } from './speaker.ts'
import type { WorkersState } from './workers-state.ts'

/** A voice that comes with a model. */
export interface ModelVoice {
  readonly id: string
  readonly name: string
  readonly description: string
  /** BCP-47 tag. */
  readonly language: string
  readonly speaker: AnySpeaker
  /** Not listed any more. It still speaks for those who know its id or name. */
  readonly retired?: boolean
}

/** Whether lists show a voice: all but retired ones. */
export function isListed({ retired = false }: Pick<ModelVoice, 'retired'>): boolean {
  return !retired
}

/**
 * How well an engine works: a `degraded` one has lost some of its servers or workers, or one that was lost answers again and
 * has not spoken yet; an `unavailable` one has lost all.
 */
export type Health = 'ready' | 'degraded' | 'unavailable'

/** A voice model that requests can name, and the engine that runs it. */
export interface Model {
  /** What requests send as model_id. */
  readonly id: string
  /** The kind of its engine, as config.json names it; `embedded` for the model that comes with Purr. */
  readonly kind: string
  readonly name: string
  readonly description: string
  /** SPDX expression or name of the licence of its weights. Undefined: not known. */
  readonly license: string | undefined
  readonly engine: Engine
  /** The best first. */
  readonly voices: readonly ModelVoice[]
  /** ISO 639 codes of the languages that it can read. Undefined: any. */
  readonly languages: readonly string[] | undefined
  /** Whether its speech can be made faster or slower. */
  readonly hasSpeed: boolean
  /** Whether the engine knows when words sound, or their times are estimated. */
  readonly wordTimes: 'exact' | 'estimated'
  readonly capacity: Capacity
  health(): Health
  /** The servers of a remote engine. Absent: it has none. */
  servers?(): readonly ServerState[]
  /** The workers of an engine on this machine. Absent: it has none. */
  workers?(): WorkersState
  /**
   * Makes a speaker of a recording. Absent: the model has no way to. (The model that comes with Purr is fitted to recordings
   * by speech/cloning.)
   *
   * @param samples of the recording: mono, −1 to 1, at 22050 Hz
   * @throws ClipError when no voice can be made of it
   * @throws EngineFailure when it failed
   */
  clone?(samples: Float32Array, signal: AbortSignal): Promise<PromptedSpeaker>
}
