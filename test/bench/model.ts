import { concatenate } from '../../src/audio/concatenate.ts'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { catalogue, MODEL_FOLDER } from '../../src/engines/embedded/model-folder.ts'
import { VoiceModel } from '../../src/engines/embedded/voice-model.ts'
import { HOP, type WindowSpeech } from '../../src/engines/embedded/window.ts'
import { PhoneEncoder } from '../../src/engines/pronunciation/phone-encoder.ts'
import { ENGLISH } from '../../src/languages/english/english.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { normalise } from '../../src/languages/shared/text/normalise.ts'
import { percentile } from './statistics.ts'

/**
 * The voice model alone, on one thread: the cost of its windows, how exactly they join, and whether memory grows with
 * windows of many different shapes. `bun run bench:model`.
 */

const SENTENCES = {
  short: 'The boy was there when the sun rose over the hill.',
  long:
    'A large size in stockings is hard to sell, but the source of the huge river is the clear spring; kick the ball straight and ' +
    'follow through, help the woman get back to her feet; a pot of tea helps to pass the evening.',
}
const GROWING = [32, 64, 128, 256]
const PLANS = { 'growing windows': GROWING, 'windows of 40': [40], whole: [1 << 20] }

const encoder = await PhoneEncoder.load(MODEL_FOLDER, [ENGLISH])
const started = performance.now()
const model = await VoiceModel.load(MODEL_FOLDER)
console.log(`loaded in ${(performance.now() - started).toFixed(0)} ms, ${megabytes()} MB resident`)

const manner = { language: ENGLISH.modelLanguage, speaker: catalogue()[0]!.speaker, seed: 7 }
for (const [name, text] of Object.entries(SENTENCES)) {
  const ids = await encoded(text)
  const first = await milliseconds(() => opening(ids, 0, GROWING[0]!))
  const later = await repeated(40, () => opening(ids, 0, GROWING[0]!))
  const seconds = (await speak(ids, PLANS.whole)).length / SAMPLE_RATE
  console.log(
    `${name}: ${ids.length} tokens, ${seconds.toFixed(2)} s; ${GROWING[0]} frames: ${first.toFixed(1)} ms at first, then ${spread(later)}`,
  )
  const reference = await speak(ids, PLANS.whole)
  for (const [plan, counts] of Object.entries(PLANS)) {
    const times = await repeated(10, () => speak(ids, counts))
    const factor = percentile(times, 50) / 1000 / seconds
    const difference = largestDifference(await speak(ids, counts), reference)
    console.log(
      `  ${plan}: ${spread(times)}, real-time factor ${factor.toFixed(4)}, off by ${difference.toExponential(1)} at most`,
    )
  }
}
const runs = 2000
const resident = [megabytes()]
const all = await encoded(SENTENCES.long)
for (let run = 0; run < runs; run++) {
  const length = 2 + ((run * 37) % (all.length - 2))
  await opening(all.subarray(0, length), (run * 13) % 200, 1 + ((run * 101) % 300))
  if ((run + 1) % (runs / 4) === 0) {
    Bun.gc(true)
    resident.push(megabytes())
  }
}
console.log(`${runs} windows of all shapes: ${resident.join(' -> ')} MB resident`)

async function encoded(text: string): Promise<Int32Array> {
  return (await encoder.encode(normalise(text, localeOf('en-US')), 'en')).ids
}

/** Plans an utterance, and speaks one window of it, as the first one is spoken. */
async function opening(ids: Int32Array, first: number, count: number): Promise<WindowSpeech> {
  return model.speakWindow(await model.plan({ ids }, manner), { ...manner, first, count, phase: 0 })
}

/** Synthesizes an utterance in windows of the given frame counts. The last count is repeated. */
async function speak(ids: Int32Array, counts: readonly number[]): Promise<Float32Array> {
  const parts: Float32Array[] = []
  const plan = await model.plan({ ids }, manner)
  const total = plan.durations.reduce((sum, frames) => sum + frames, 0)
  let phase = 0
  for (let first = 0, step = 0; first < total; step++) {
    const count = counts[Math.min(step, counts.length - 1)]!
    const { pcm, nextPhase } = await model.speakWindow(plan, { ...manner, first, count, phase })
    parts.push(pcm)
    first += pcm.length / HOP
    phase = nextPhase
  }
  return concatenate(parts)
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} samples, but ${b.length} when spoken whole`)
  return a.reduce((largest, sample, i) => Math.max(largest, Math.abs(sample - b[i]!)), 0)
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function repeated(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push(await milliseconds(work))
  return found
}

function spread(times: readonly number[]): string {
  return `${percentile(times, 5).toFixed(1)} ms at best, ${percentile(times, 50).toFixed(1)} ms in the middle`
}

function megabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1e6)
}
