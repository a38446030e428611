import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { FRAME, percentile } from './frames.ts'

/** Speech is at most so far below its loud frames (dB). */
const RANGE = 30
/** Speech is at least so far above the background (dB), or a third of the way from it to the loud frames. */
const ABOVE_BACKGROUND = 10
/** A pause shorter than this belongs to the speech (seconds): closures of consonants, and joins of words. */
const SHORT_PAUSE = 0.15
/** Speech shorter than this is a click (seconds). */
const CLICK = 0.06

/** Where there is speech in a recording. */
export interface VoiceActivity {
  /** Whether each frame belongs to speech. */
  readonly active: readonly boolean[]
  /** Power of each frame (full scale is 1). */
  readonly power: Float32Array
  /** Seconds of speech, short pauses included. */
  readonly seconds: number
  /** How far the speech is above the background, in dB; infinite where there is no background to be heard. */
  readonly signalToNoise: number
}

/** Finds the speech by its power against that of the background, which is taken from the recording itself. */
export function detectVoice(samples: Float32Array): VoiceActivity {
  const power = framePower(samples)
  const heard = power.filter((each) => each > 0)
  const loud = decibel(percentile(heard, 0.95) ?? 0)
  const background = decibel(percentile(heard, 0.1) ?? 0)
  const threshold = Math.max(loud - RANGE, background + Math.min(ABOVE_BACKGROUND, (loud - background) / 3))
  const active = Array.from(power, (each) => decibel(each) > threshold)
  replaceRuns(active, false, SHORT_PAUSE)
  replaceRuns(active, true, CLICK)
  const count = active.filter(Boolean).length
  return {
    active,
    power,
    seconds: (count * FRAME) / SAMPLE_RATE,
    signalToNoise: decibel(mean(power, active, true)) - decibel(mean(power, active, false)),
  }
}

/** Power of each frame without what is below 60 Hz: rumble, hum and offset (a first-order high-pass filter). */
function framePower(samples: Float32Array): Float32Array {
  const power = new Float32Array(Math.floor(samples.length / FRAME))
  const kept = Math.exp((-2 * Math.PI * 60) / SAMPLE_RATE)
  let before = 0
  let passed = 0
  for (let frame = 0; frame < power.length; frame++) {
    let sum = 0
    for (let i = frame * FRAME; i < (frame + 1) * FRAME; i++) {
      passed = kept * (passed + samples[i]! - before)
      before = samples[i]!
      sum += passed * passed
    }
    power[frame] = sum / FRAME
  }
  return power
}

/** Turns runs of a value that are shorter than some seconds into the other value. */
function replaceRuns(frames: boolean[], value: boolean, seconds: number): void {
  for (let from = 0, to = 0; from < frames.length; from = to) {
    while (to < frames.length && frames[to] === frames[from]) to++
    const isInside = from > 0 && to < frames.length
    if (frames[from] === value && isInside && (to - from) * FRAME < seconds * SAMPLE_RATE)
      frames.fill(!value, from, to)
  }
}

function mean(power: Float32Array, active: readonly boolean[], which: boolean): number {
  let sum = 0
  let count = 0
  for (const [frame, each] of power.entries()) {
    if (active[frame] !== which) continue
    sum += each
    count++
  }
  return count === 0 ? 0 : sum / count
}

function decibel(power: number): number {
  return 10 * Math.log10(power)
}
