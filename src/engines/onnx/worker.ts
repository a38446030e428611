import { lowerThreadPriority } from '../../system/c-library.ts'
import { answer, serve, started } from '../workers/worker-thread.ts'
import type { LoadLocalModel, LocalModel, LocalPiece } from './local-model.ts'
import type { Description, Step, StepResult, WorkerStart } from './steps.ts'

/* A worker of a local model: does the steps of several segments, one step at a time, until it is ended. */

/**
 * The lowest priority, far below the workers of the embedded model: a slow model never delays the fast one. With 10, first
 * audio of the embedded model takes 1.2 times as long while a slow one is busy (`bun run bench:fairness`).
 */
const NICENESS = 19
/**
 * While it loads, which has a deadline: that of the workers of the embedded model. With the lowest, a load of a quarter of a
 * second takes more than a minute where other programs keep the processors busy.
 */
const LOADING_NICENESS = 5

lowerThreadPriority(LOADING_NICENESS)
const { module, files, config, languages } = await started<WorkerStart>()
const model = await loaded().catch(failed)
lowerThreadPriority(NICENESS)
const segments = new Map<number, AsyncIterator<LocalPiece>>()

async function loaded(): Promise<LocalModel> {
  const { default: load }: { default: LoadLocalModel } = await import(module)
  return load(files, config, languages)
}

/** Reports why there is no model, and waits to be ended. */
function failed(cause: unknown): Promise<never> {
  answer({ failed: cause instanceof Error ? cause.message : String(cause) })
  return new Promise(() => {})
}

serve(async (step: Step) => {
  if ('describe' in step) {
    const { sampleRate, voices, languages, hasSpeed, wordTimes } = model
    answer({ done: { sampleRate, voices, languages, hasSpeed, wordTimes } satisfies Description })
  } else if ('stop' in step) {
    await segments.get(step.stop)?.return?.()
    segments.delete(step.stop)
    answer({ done: undefined })
  } else {
    if ('start' in step) segments.set(step.start, model.speak(step.request)[Symbol.asyncIterator]())
    await piece('start' in step ? step.start : step.next)
  }
})

async function piece(id: number): Promise<void> {
  const segment = segments.get(id)!
  const { done, value } = await segment.next()
  const isLast = done === true || value.isLast === true
  if (isLast) {
    await segment.return?.()
    segments.delete(id)
  }
  if (done === true) return answer({ done: { piece: undefined, isLast } satisfies StepResult })
  const pcm = value.pcm.slice() // the model, or the runtime, may use its own again
  answer({ done: { piece: { ...value, pcm }, isLast } satisfies StepResult }, [pcm.buffer as ArrayBuffer])
}

answer({ ready: true })
