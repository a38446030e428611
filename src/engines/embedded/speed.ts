import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { catalogue } from './model-folder.ts'
import { plainTokens } from './warm-up.ts'
import { FULL_FRAMES, type Window, type WindowSpeech, type WorkerLanguage } from './window.ts'

/** The best of these counts: another program may have had the processor in the others. */
const ROUNDS = 3

/**
 * How many seconds of speech the workers make in a second, all at once.
 *
 * @param size how many workers there are; they must be warm
 */
export async function measuredSpeed(
  pool: WorkerPool,
  size: number,
  language: WorkerLanguage,
): Promise<number> {
  const longest = language.warmUp.toSorted((one, other) => other.length - one.length)[0]!
  const window: Window = {
    segment: plainTokens(longest),
    language: language.code,
    speaker: catalogue()[0]!.speaker,
    seed: 0,
    first: 0,
    count: FULL_FRAMES,
    phase: 0,
  }
  const signal = new AbortController().signal
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const spoken = await Promise.all(
      Array.from({ length: size }, () => pool.run<WindowSpeech>(window, begun, signal)),
    )
    const samples = spoken.reduce((sum, { pcm }) => sum + pcm.length, 0)
    best = Math.max(best, samples / SAMPLE_RATE / ((performance.now() - begun) / 1000))
  }
  return best
}
