import type { ClipFault } from '../../audio/clip/clip-error.ts'
import type { Speaker } from '../speaker.ts'
import type { Profile } from './profile.ts'

/** What a clip gives: how its speaker sounds, and the speaker that makes the model sound so. */
export interface ClonedSpeaker {
  readonly profile: Profile
  readonly speaker: Speaker
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
