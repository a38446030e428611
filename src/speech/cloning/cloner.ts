import type { ClipFault } from '../../audio/clip/clip-error.ts'
import type { Speaker } from '../engine/speaker.ts'
import type { Profile } from './profile.ts'

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

/** Makes speakers of clips, outside the thread that asks. */
export interface Cloner {
  /**
   * @param file a recording in any format that clips may have
   * @throws ClipError when no voice can be made of it
   */
  clone(file: Uint8Array): Promise<ClonedSpeaker>
}

/** Makes the speaker of a profile for the model that there is now, outside the thread that asks, until it is told to stop. */
export type Fitter = (profile: Profile, signal: AbortSignal) => Promise<FittedSpeaker>
