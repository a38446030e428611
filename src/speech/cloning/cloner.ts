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

/** What a clip gives: how its speaker sounds, and the speaker that makes the model sound so. */
export interface ClonedSpeaker extends FittedSpeaker {
  readonly profile: Profile
}

/** What the process that clones answers. */
export type CloneAnswer = ClonedSpeaker | { readonly fault: ClipFault; readonly message: string }

/** A clip or profile whose analysis took so long that it was ended. */
export class AnalysisTimeout extends EngineFailure {
  /** Milliseconds that it was given. */
  readonly limit: number

  constructor(limit: number) {
    super(`the voice was not analysed within ${limit} ms`)
    this.limit = limit
  }
}

/** Makes speakers of clips, outside the thread that asks. */
export interface Cloner {
  /**
   * @param file a recording in any format that clips may have
   * @param owner whose it is: owners whose clips wait take turns
   * @throws ClipError when no voice can be made of it
   * @throws EngineFailure when it could not be analysed; an AnalysisTimeout when that took too long
   */
  clone(file: Uint8Array, owner: string): Promise<ClonedSpeaker>
}

/** Makes the speaker of a profile for the model that there is now, outside the thread that asks, until it is told to stop. */
export type Fitter = (profile: Profile, signal: AbortSignal) => Promise<FittedSpeaker>
