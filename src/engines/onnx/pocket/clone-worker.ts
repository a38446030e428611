import { ClipError, type ClipFault } from '../../../audio/clip/clip.ts'
import { SAMPLE_RATE } from '../../../audio/sample-rate.ts'
import { lowerThreadPriority } from '../../../system/c-library.ts'
import { answer, serve, started } from '../../workers/worker-thread.ts'
import { ClipEncoder } from './clip-encoder.ts'
import { textOfPrompt } from './voice-prompt.ts'

/* A worker that makes voices of recordings, one at a time, until it is ended. */

/** The first message: where the encoder is. */
export interface ClonerStart {
  readonly graph: string
}

/** The result for a recording: a prompt, or what is wrong with it. */
export type CloneAnswer =
  | { readonly prompt: string }
  | { readonly fault: ClipFault; readonly message: string }

/** Below all that speaks. */
const NICENESS = 15
/** Seconds of a recording that are needed, and that are used: more would make the voice no better, and its row larger. */
const LEAST_SECONDS = 3
const MOST_SECONDS = 12
/** A recording whose peak is below this is silent: 60 dB below full scale. */
const SILENCE = 0.001

lowerThreadPriority(NICENESS)
const { graph } = await started<ClonerStart>()
const encoder = await ClipEncoder.load(graph)

serve(async (samples: Float32Array) => answer({ done: await cloned(samples) }))

async function cloned(samples: Float32Array): Promise<CloneAnswer> {
  try {
    check(samples)
    return { prompt: textOfPrompt(await encoder.encode(samples.subarray(0, MOST_SECONDS * SAMPLE_RATE))) }
  } catch (error) {
    if (!(error instanceof ClipError)) throw error
    return { fault: error.fault, message: error.message }
  }
}

/** @throws ClipError too_short or silent */
function check(samples: Float32Array): void {
  const seconds = samples.length / SAMPLE_RATE
  if (seconds < LEAST_SECONDS) {
    throw new ClipError(
      'too_short',
      `The clip has only ${seconds.toFixed(1)} s; at least ${LEAST_SECONDS} s are needed, and 10 s are best.`,
    )
  }
  if (samples.every((sample) => Math.abs(sample) < SILENCE)) {
    throw new ClipError(
      'silent',
      'The clip is silent. Check that the right microphone was recorded, and its level.',
    )
  }
}

answer({ ready: true })
