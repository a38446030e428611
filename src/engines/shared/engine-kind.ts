import type { Static, TObject } from '@sinclair/typebox'
import type { Log } from '../../telemetry/log.ts'
import type { Engine } from './engine.ts'
import type { Health } from './model.ts'
import type { ServerState } from './server-state.ts'
import type { PromptedSpeaker } from './speaker.ts'
import type { WorkersState } from './workers-state.ts'

/** What the engine of a model is opened with, besides its configuration. */
export interface OpenContext {
  /** The model's id. */
  readonly id: string
  /** The model's folder. Its files are in `files` within it. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
}

/** An engine that is ready to speak, and what is known of it. */
export interface OpenedEngine {
  readonly engine: Engine
  /** ISO 639 codes of the languages that it can read. Undefined: any. */
  readonly languages: readonly string[] | undefined
  readonly hasSpeed: boolean
  readonly wordTimes: 'exact' | 'estimated'
  /** Turns that it can speak at once; Infinity: as many as come. */
  readonly streams: number
  health(): Health
  /** The servers of a remote engine. Absent: it has none. */
  servers?(): readonly ServerState[]
  /** The workers of an engine on this machine. Absent: it has none. */
  workers?(): WorkersState
  /**
   * Makes a voice of a recording, outside the thread that asks, one recording after the other. Absent: it cannot.
   *
   * @param clip in any format that Purr decodes
   * @throws ClipError when no voice can be made of it
   * @throws EngineFailure when it failed
   */
  voiceOf?(clip: Uint8Array, signal: AbortSignal): Promise<NewVoice>
}

/** A voice that an engine made of a recording. */
export type NewVoice = Pick<PromptedSpeaker, 'voice' | 'prompt'>

/** A kind of engine, which a model's config.json names. */
export interface EngineKind<Schema extends TObject = TObject> {
  /** The fields of config.json that only this kind has. */
  readonly schema: Schema
  /**
   * @throws ModelError when the configuration or the files cannot be used. A server that does not answer is no reason:
   *   it may come later
   */
  open(config: Static<Schema>, context: OpenContext): Promise<OpenedEngine>
}

/** A model cannot be used. The message says what to do about it. */
export class ModelError extends Error {}
