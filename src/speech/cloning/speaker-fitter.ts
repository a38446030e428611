import { join } from 'node:path'
import { answerOf } from './child.ts'
import type { FittedSpeaker } from './cloner.ts'
import type { Profile } from './profile.ts'

const SCRIPT = join(import.meta.dir, 'fit-process.ts')
/** It takes two seconds of a core, which it may get very late: all others come before it (milliseconds). */
const TIMEOUT = 600_000

/**
 * Makes the speaker of a profile in a process of its own.
 *
 * @throws EngineFailure when the process failed, as it does with what is no profile, or was ended by the signal
 */
export function fitInProcess(profile: Profile, signal: AbortSignal): Promise<FittedSpeaker> {
  return answerOf<FittedSpeaker>(SCRIPT, new TextEncoder().encode(JSON.stringify(profile)), TIMEOUT, signal)
}
