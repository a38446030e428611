import { join } from 'node:path'
import { ClipError } from '../../audio/clip/clip.ts'
import { answerOf } from './child.ts'
import type { CloneAnswer, ClonedSpeaker, Cloner } from './cloner.ts'
import { FairQueue } from './fair-queue.ts'

const SCRIPT = join(import.meta.dir, 'clone-process.ts')
/** A clone takes three seconds; on a busy machine many (milliseconds). */
const TIMEOUT = 60_000

/** Makes speakers of clips in processes of their own, one at a time: speech that is being spoken needs the cores more. */
export class SpeakerCloner implements Cloner {
  readonly #closed = new AbortController()
  readonly #queue = new FairQueue()
  readonly #timeout: number

  /** @param timeout milliseconds for a clip, from the moment its turn has come */
  constructor(timeout = TIMEOUT) {
    this.#timeout = timeout
  }

  /**
   * @throws ClipError when no voice can be made of the clip
   * @throws EngineFailure when the process failed, or the cloner was closed
   * @throws AnalysisTimeout when the process took too long
   */
  clone(file: Uint8Array, owner: string): Promise<ClonedSpeaker> {
    return this.#queue.add(owner, () => this.#run(file))
  }

  /** Ends what is being done, and refuses what waits. */
  close(): void {
    this.#closed.abort()
  }

  async #run(file: Uint8Array): Promise<ClonedSpeaker> {
    const answer = await answerOf<CloneAnswer>(SCRIPT, file, this.#timeout, this.#closed.signal)
    if ('fault' in answer) throw new ClipError(answer.fault, answer.message)
    return answer
  }
}
