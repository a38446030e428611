import { join } from 'node:path'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { catalogue } from '../../engines/embedded/model-folder.ts'
import { spectralEnvelope } from './envelope.ts'
import { STEPS_A_NAT } from './formant-scale.ts'
import { BAND_HZ, BANDS } from './frames.ts'
import { speechOf } from './measure.ts'
import { ReferenceSynthesis } from './reference-synthesis.ts'
import { detectVoice } from './voice-activity.ts'

/*
 * Makes the reference speaker's codebook of the model's first voice: `bun run build:reference-codebook`. Profiles that
 * were measured with another reference are no longer comparable, so it is made once, not with every model.
 */

const ENTRIES = 96
const ROUNDS = 30

/** "The North Wind and the Sun" (Aesop): phoneticians' text for comparing voices. */
const TEXT = [
  'The North Wind and the Sun were disputing which was the stronger, when a traveler came along wrapped in a warm cloak.',
  'They agreed that the one who first succeeded in making the traveler take his cloak off should be considered stronger than the other.',
  'Then the North Wind blew as hard as he could, but the more he blew the more closely did the traveler fold his cloak around him, and at last the North Wind gave up the attempt.',
  'Then the Sun shined out warmly, and immediately the traveler took off his cloak.',
  'And so the North Wind was obliged to confess that the Sun was the stronger of the two.',
]

const synthesis = await ReferenceSynthesis.load(TEXT, 'en-US')
const samples = await synthesis.speak({ ...catalogue()[0]!.speaker, speed: 0.9 }, TEXT.length)
const { f0 } = speechOf({ samples, bandwidth: 11025 }, detectVoice(samples))
const frames = Array.from(f0, (pitch, frame) =>
  pitch > 0 ? level(spectralEnvelope(samples, frame, pitch, BAND_HZ)) : undefined,
)
const entries = cluster(frames.filter((each) => each !== undefined))
const bytes = Int8Array.from(
  entries.flatMap((entry) => Array.from(entry, (x) => clamp(Math.round(x * STEPS_A_NAT)))),
)
await Bun.write(join(import.meta.dir, 'reference-codebook.bin'), bytes)
console.log(`${entries.length} entries of ${BANDS} bands from ${samples.length / SAMPLE_RATE} s`)

/** Centres of groups (Lloyd's algorithm), begun with frames from all of the speech. */
function cluster(frames: readonly Float32Array[]): Float32Array[] {
  let centres = Array.from(
    { length: ENTRIES },
    (_, i) => frames[Math.floor(((i + 0.5) * frames.length) / ENTRIES)]!,
  )
  for (let round = 0; round < ROUNDS; round++) {
    const groups = centres.map((): Float32Array[] => [])
    for (const frame of frames) groups[nearest(frame, centres)]!.push(frame)
    centres = centres.map((centre, i) => (groups[i]!.length === 0 ? centre : mean(groups[i]!)))
  }
  return centres
}

function nearest(frame: Float32Array, centres: readonly Float32Array[]): number {
  const distances = centres.map((centre) => centre.reduce((sum, x, i) => sum + (x - frame[i]!) ** 2, 0))
  return distances.indexOf(Math.min(...distances))
}

function mean(frames: readonly Float32Array[]): Float32Array {
  return Float32Array.from(
    { length: BANDS },
    (_, band) => frames.reduce((sum, each) => sum + each[band]!, 0) / frames.length,
  )
}

function level(envelope: Float32Array): Float32Array {
  const average = envelope.reduce((sum, each) => sum + each, 0) / BANDS
  return envelope.map((each) => each - average)
}

function clamp(step: number): number {
  return Math.max(-128, Math.min(127, step))
}
