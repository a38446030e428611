import { join } from 'node:path'
import { ClipError } from '../../audio/clip/clip.ts'
import { EngineFailure } from '../../engines/shared/engine.ts'
import { never } from '../../system/never.ts'
import { Durations } from '../../telemetry/durations.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ProcessAnswer } from './analysis-process.ts'
import {
  AnalysisTimeout,
  type ClipRefusal,
  type ClonedSpeaker,
  type Cloner,
  type DecodeAnswer,
  type FittedSpeaker,
} from './cloner.ts'
import { FairQueue } from './fair-queue.ts'
import type { Profile } from './measure.ts'

const CLONE_SCRIPT = join(import.meta.dir, 'clone-process.ts')
/** A clone takes three seconds; on a busy machine many (milliseconds). */
const CLONE_TIMEOUT = 60_000
const DECODE_SCRIPT = join(import.meta.dir, 'decode-process.ts')
const FIT_SCRIPT = join(import.meta.dir, 'fit-process.ts')
/** A fit takes two seconds of a core, which it may get very late: all others come before it (milliseconds). */
const FIT_TIMEOUT = 600_000

/** What is known of the processes that analyse clips, for metrics. */
export interface ClipsState {
  /** Clips whose turn has not come. */
  readonly waiting: number
  /** Time that each process took, from its start to its answer or its end. */
  readonly processes: Durations
  /** Processes that crashed or took too long, since the start. */
  readonly failures: number
}

/** All that these processes know of this one's environment: where Bun's cache is, without which they start more slowly. */
const { HOME, XDG_CACHE_HOME, BUN_RUNTIME_TRANSPILER_CACHE_PATH, BUN_BE_BUN } = process.env
const ENVIRONMENT = {
  ...{ HOME, XDG_CACHE_HOME, BUN_RUNTIME_TRANSPILER_CACHE_PATH },
  BUN_BE_BUN, // set in the self-contained executable, which is Bun only with it
  // read when the runtime is loaded: see ../../engines/shared/runtime-telemetry.ts
  ORT_DISABLE_TELEMETRY: '1',
}

/** Overrides of what {@link SpeakerCloner} uses by default. */
export interface ClonerOptions {
  /** Milliseconds for a clip, from the moment its turn has come. */
  readonly timeout?: number
  /** The program of the process that clones. */
  readonly script?: string
  readonly log?: Log
}

/**
 * Reads clips and makes speakers of them in processes of their own, one at a time: speech that is being spoken needs the cores
 * more.
 */
export class SpeakerCloner implements Cloner {
  readonly #closed = new AbortController()
  readonly #queue = new FairQueue()
  readonly #timeout: number
  readonly #script: string
  readonly #log: Log | undefined
  readonly #processes = new Durations()
  #failures = 0
  #isWarned = false

  constructor({ timeout = CLONE_TIMEOUT, script = CLONE_SCRIPT, log }: ClonerOptions = {}) {
    this.#timeout = timeout
    this.#script = script
    this.#log = log
  }

  /**
   * @throws ClipError when no voice can be made of the clip
   * @throws EngineFailure when the process failed, or the cloner was closed
   * @throws AnalysisTimeout when the process took too long
   * @throws the signal's reason when it is aborted: before its turn the clip is passed over, and its process is ended
   */
  clone(file: Uint8Array, owner: string, signal = never): Promise<ClonedSpeaker> {
    return this.#queue.add(owner, () => this.#run<ClonedSpeaker>(this.#script, file, signal))
  }

  /** @throws as clone */
  async decode(file: Uint8Array, owner: string, signal = never): Promise<Float32Array> {
    const { samples } = await this.#queue.add(owner, () =>
      this.#run<DecodeAnswer>(DECODE_SCRIPT, file, signal),
    )
    return new Float32Array(Uint8Array.fromBase64(samples).buffer)
  }

  state(): ClipsState {
    return { waiting: this.#queue.length, processes: this.#processes, failures: this.#failures }
  }

  /** Ends what is being done, and refuses what waits. */
  close(): void {
    this.#closed.abort()
  }

  async #run<Answer extends object>(script: string, file: Uint8Array, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    const ending = AbortSignal.any([this.#closed.signal, signal])
    const begunAt = performance.now()
    let answer: Answer | ClipRefusal
    try {
      const run = await answerOf<Answer | ClipRefusal>(script, file, this.#timeout, ending)
      this.#warn(run.unconfined)
      answer = run.answer
    } catch (cause) {
      signal.throwIfAborted()
      this.#failures++
      throw cause
    } finally {
      this.#processes.add((performance.now() - begunAt) / 1000)
    }
    if ('fault' in answer) throw new ClipError(answer.fault, answer.message)
    return answer
  }

  #warn(unconfined: readonly string[]): void {
    if (unconfined.length === 0 || this.#isWarned) return
    this.#isWarned = true
    this.#log?.warn({ unconfined }, 'the process that reads clips could not be forbidden this on this system')
  }
}

/**
 * Makes the speaker of a profile in a process of its own.
 *
 * @throws EngineFailure when the process failed, as it does with what is no profile, or was ended by the signal
 */
export async function fitInProcess(profile: Profile, signal: AbortSignal): Promise<FittedSpeaker> {
  const input = new TextEncoder().encode(JSON.stringify(profile))
  return (await answerOf<FittedSpeaker>(FIT_SCRIPT, input, FIT_TIMEOUT, signal)).answer
}

/**
 * Runs a script of this folder in a process of its own, which gets no secret: not even a file .env is read.
 *
 * @param timeout in milliseconds, from now
 * @throws EngineFailure when it fails or is ended by the signal
 * @throws AnalysisTimeout when it took too long
 */
async function answerOf<Answer>(
  script: string,
  input: Uint8Array,
  timeout: number,
  signal: AbortSignal,
): Promise<ProcessAnswer<Answer>> {
  if (signal.aborted) throw new EngineFailure('no voice is analysed any more')
  const deadline = AbortSignal.timeout(timeout)
  const child = Bun.spawn([process.execPath, '--no-env-file', script], {
    env: ENVIRONMENT,
    stdin: input,
    stdout: 'pipe',
    stderr: 'pipe',
    signal: AbortSignal.any([signal, deadline]),
    killSignal: 'SIGKILL',
  })
  const [output, complaint] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (child.exitCode === 0) return JSON.parse(output)
  if (deadline.aborted || child.signalCode === 'SIGXCPU') throw new AnalysisTimeout(timeout)
  throw new EngineFailure('the voice could not be analysed', {
    cause: complaint || `ended by ${child.signalCode}`,
  })
}
