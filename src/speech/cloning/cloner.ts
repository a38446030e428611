import type { ClipFault } from '../../audio/clip/clip.ts'
import type { Speaker } from '../../engines/embedded/speaker.ts'
import { EngineFailure } from '../../engines/shared/engine.ts'
import type { Profile } from './measure.ts'

/** The speaker that makes the model sound like a profile. */
export interface FittedSpeaker {
  readonly speaker: Speaker
  /** Fingerprint of the model that it was fitted to: any other sounds different with it. */
  readonly model: string
}

/** The result of a clip: how its speaker sounds, and the speaker vector that makes the model sound so. */
export interface ClonedSpeaker extends FittedSpeaker {
  readonly profile: Profile
}

/** What is wrong with a clip, as a process answers it. */
export interface ClipRefusal {
  readonly fault: ClipFault
  readonly message: string
}

/** What the process that decodes answers: samples of 32 bits, in base64. */
export interface DecodeAnswer {
  readonly samples: string
}

/** A clip or profile whose analysis took so long that it was ended. */
export class AnalysisTimeout extends EngineFailure {
  /** Milliseconds that it was given. */
  readonly limit: number

  constructor(limit: number) {
    super(`the voice was not analysed within ${limit} ms`)
    this.limit = limit
  }
}

/** Reads clips and makes speakers of them, outside the thread that asks. */
export interface Cloner {
  /**
   * @param file a recording in any format that clips may have
   * @param owner whose it is: owners whose clips wait take turns
   * @param signal aborted when nobody waits for the speaker any more
   * @throws ClipError when no voice can be made of it
   * @throws EngineFailure when it could not be analysed; an AnalysisTimeout when that took too long
   * @throws the signal's reason when it is aborted
   */
  clone(file: Uint8Array, owner: string, signal?: AbortSignal): Promise<ClonedSpeaker>

  /**
   * Decodes a clip, for a model that makes its voices itself: the first 30 seconds, mono, at 22050 Hz.
   *
   * @param file as for clone
   * @param owner as for clone
   * @param signal as for clone
   * @throws ClipError when it has no sound
   * @throws EngineFailure and the signal's reason as clone
   */
  decode(file: Uint8Array, owner: string, signal?: AbortSignal): Promise<Float32Array>
}

/** Makes the speaker of a profile for the model that there is now, outside the thread that asks, until it is told to stop. */
export type Fitter = (profile: Profile, signal: AbortSignal) => Promise<FittedSpeaker>
