import { availableParallelism, loadavg } from 'node:os'
import { EmbeddedEngine } from '../../src/engines/embedded/embedded.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { LocalEngine } from '../../src/engines/onnx/engine.ts'
import type { Engine, Segment } from '../../src/engines/shared/engine.ts'
import type { AnySpeaker } from '../../src/engines/shared/speaker.ts'
import { segmentsOf } from '../support/text-stream.ts'
import { millisecondsAt, percentile } from './statistics.ts'
import { PROSE } from './texts.ts'

/**
 * Whether a slow model delays the fast one: `bun run bench:fairness`. Turns of the embedded model ask for their first audio
 * while a local model is idle, and while it has all its workers busy with speech that takes twice as long as it lasts.
 * The two take turns every few seconds, so that what else the machine does comes to both.
 */

const ROUNDS = 8
/** Turns in each part of a round, and the time between two (milliseconds). */
const TURNS = 60
const PAUSE = 40
/** Turns of the slow model that wait for its workers. */
const SLOW_TURNS = 8

const workers = availableParallelism()
const fast = await EmbeddedEngine.start({ size: workers })
const slow = await LocalEngine.start({
  workers,
  module: new URL('./fairness/slow-model.ts', import.meta.url).href,
  files: '',
  config: {},
})
const segments = PROSE.flatMap((text) => segmentsOf(text)).flatMap(({ segment }) => segment ?? [])
const SLOW_SPEAKER = { voice: 'slow', speed: 1, pace: 1 }

const idle: number[] = []
const busy: number[] = []
await measured()
for (let round = 0; round < ROUNDS; round++) {
  idle.push(...(await measured()))
  const stopped = new AbortController()
  const slowTurns = Array.from({ length: SLOW_TURNS }, () => speakOn(stopped.signal))
  busy.push(...(await measured()))
  stopped.abort()
  await Promise.all(slowTurns)
}
console.log(
  `${workers} workers of the embedded model, ${workers} of a slow one; load average ${loadavg()[0]!.toFixed(1)}\n`,
)
console.log(
  '| first audio of the embedded model (milliseconds) | turns | p50 | p95 | p99 |\n|---|---|---|---|---|',
)
row('the slow model is idle', idle)
row('the slow model is busy', busy)
const ratios = [50, 95, 99].map((percent) =>
  (percentile(busy, percent) / percentile(idle, percent)).toFixed(2),
)
console.log(`| busy over idle | | ${ratios.join(' | ')} |`)
process.exit(0)

/** The times to first audio of some turns, one after the other. */
async function measured(): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const segment = segments[turn % segments.length]!
    const begun = performance.now()
    await first(fast, segment, catalogue()[0]!.speaker)
    times.push(performance.now() - begun)
    await Bun.sleep(PAUSE)
  }
  return times
}

async function first(engine: Engine, segment: Segment, speaker: AnySpeaker): Promise<void> {
  const signal = new AbortController().signal
  for await (const _ of engine.speak(segment, speaker, { signal, due: performance.now(), isOpening: true }))
    return
}

/** Has the slow model speak one segment after another. */
async function speakOn(signal: AbortSignal): Promise<void> {
  try {
    while (true) {
      const options = { signal, due: performance.now(), isOpening: true }
      for await (const _ of slow.speak(segments[0]!, SLOW_SPEAKER, options));
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function row(what: string, times: readonly number[]): void {
  const cells = [50, 95, 99].map((percent) => millisecondsAt(times, percent))
  console.log(`| ${what} | ${times.length} | ${cells.join(' | ')} |`)
}
