import type { Static, TObject } from '@sinclair/typebox'
import type { Log } from '../../telemetry/log.ts'
import type { Model } from './model.ts'
import type { PromptedSpeaker } from './speaker.ts'

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
export interface OpenedEngine
  extends Pick<Model, 'engine' | 'languages' | 'hasSpeed' | 'wordTimes' | 'health' | 'servers' | 'workers'> {
  /** Turns that it can speak at once; Infinity: as many as come. */
  readonly streams: number
  /**
   * Makes a voice of a recording, outside the thread that asks, one recording after the other. Absent: it cannot.
   *
   * @param samples of the recording: mono, −1 to 1, at 22050 Hz
   * @throws ClipError when no voice can be made of it
   * @throws EngineFailure when it failed
   */
  voiceOf?(samples: Float32Array, signal: AbortSignal): Promise<NewVoice>
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
