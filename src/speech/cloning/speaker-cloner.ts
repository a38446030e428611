import { ClipError } from '../../audio/clip/clip-error.ts'
import { EngineFailure } from '../engine/engine.ts'
import type { CloneAnswer, ClonedSpeaker, Cloner } from './cloner.ts'

const SCRIPT = new URL('./clone-process.ts', import.meta.url).pathname
/** A clone takes two seconds; on a busy machine many (milliseconds). */
const TIMEOUT = 60_000

/** Makes speakers of clips in processes of their own, one at a time: speech that is being spoken needs the cores more. */
export class SpeakerCloner implements Cloner {
  readonly #closed = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  /**
   * @throws ClipError when no voice can be made of the clip
   * @throws EngineFailure when the process failed, or the cloner was closed
   */
  clone(file: Uint8Array): Promise<ClonedSpeaker> {
    const cloned = this.#last.then(() => this.#run(file))
    this.#last = cloned.catch(() => {})
    return cloned
  }

  /** Ends what is being done, and refuses what waits. */
  close(): void {
    this.#closed.abort()
  }

  async #run(file: Uint8Array): Promise<ClonedSpeaker> {
    if (this.#closed.signal.aborted) throw new EngineFailure('the cloner was closed')
    const child = Bun.spawn([process.execPath, SCRIPT], {
      stdin: file,
      stdout: 'pipe',
      stderr: 'pipe',
      signal: this.#closed.signal,
      timeout: TIMEOUT,
      killSignal: 'SIGKILL',
    })
    const [output, complaint] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    if (child.exitCode !== 0)
      throw new EngineFailure('the clip could not be analysed', {
        cause: complaint || `ended by ${child.signalCode}`,
      })
    const answer: CloneAnswer = JSON.parse(output)
    if ('fault' in answer) throw new ClipError(answer.fault, answer.message)
    return answer
  }
}
