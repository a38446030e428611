import { type Clip, ClipError } from '../../audio/clip/clip.ts'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { FRAME } from './frames.ts'
import { type Speech, vowelsIn } from './measure.ts'
import { pitchRange } from './pitch.ts'
import type { VoiceActivity } from './voice-activity.ts'

/** Seconds of speech that a clip must and may have, pauses left out. */
const MIN_SECONDS = 3
const MAX_SECONDS = 60
/** A clip whose peak is below this is silent: 60 dB below full scale. */
const SILENCE = 0.001
/** The voice's distance from the background below which formants are no longer found (dB). */
const MIN_SIGNAL_TO_NOISE = 9
/** The least share of speech that is voiced, and its least length in seconds. */
const MIN_VOICED = { share: 0.12, seconds: 1 }
/** The least length of vowels in seconds: a voice has many, but none is measured beside far louder noises. */
const MIN_VOWELS = 0.5
/** A voice that never moves by as much as this is a tone (semitones between the tenth and the ninetieth percentile). */
const MIN_RANGE = 0.2
/** Samples beside each other that have the same extreme value, of which clipping leaves many and speech almost none. */
const FLAT_TOP = 3
const MAX_CLIPPED = 0.01

/**
 * Refuses a recording that has not the speech that is needed.
 *
 * @throws ClipError silent, too_noisy, too_short, too_long or clipped
 */
export function checkSpeech({ samples }: Clip, { active, seconds, signalToNoise }: VoiceActivity): void {
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  if (peak < SILENCE)
    throw new ClipError(
      'silent',
      'The clip is silent. Check that the right microphone was recorded, and its level.',
    )
  if (active.includes(false) && signalToNoise < MIN_SIGNAL_TO_NOISE) throw noisy()
  if (seconds < MIN_SECONDS) {
    throw new ClipError(
      'too_short',
      `The clip has only ${seconds.toFixed(1)} s of speech; at least ${MIN_SECONDS} s are needed, and 10 to 30 s are best.`,
    )
  }
  if (seconds > MAX_SECONDS) {
    throw new ClipError(
      'too_long',
      `The clip has ${Math.round(seconds)} s of speech; at most ${MAX_SECONDS} s are taken, and 10 to 30 s are best.`,
    )
  }
  if (clippedShare(samples, peak) > MAX_CLIPPED) {
    throw new ClipError(
      'clipped',
      'The clip was recorded too loud: its peaks are cut off, which changes the voice. Record it again at a lower level.',
    )
  }
}

/**
 * Refuses a recording in which no voice was found.
 *
 * @throws ClipError too_noisy
 */
export function checkVoice({ voice, f0 }: Speech): void {
  const seconds = secondsOf(f0)
  if (seconds < MIN_VOICED.seconds || seconds < voice.seconds * MIN_VOICED.share) throw noisy()
  if (secondsOf(vowelsIn({ voice, f0 })) < MIN_VOWELS) throw noisy()
  if (pitchRange(f0) < MIN_RANGE)
    throw new ClipError(
      'too_noisy',
      'The clip has a tone in it, but no speech that could be measured. Send speech of one person, without other sounds.',
    )
}

/** How long the frames that have a pitch are together. */
function secondsOf(f0: Float32Array): number {
  return (f0.filter((each) => each > 0).length * FRAME) / SAMPLE_RATE
}

/** The share of samples in flat tops. */
function clippedShare(samples: Float32Array, peak: number): number {
  let clipped = 0
  let run = 0
  for (const sample of samples) {
    if (Math.abs(sample) > peak * 0.98) {
      run++
      if (run === FLAT_TOP) clipped += FLAT_TOP
      else if (run > FLAT_TOP) clipped++
    } else run = 0
  }
  return clipped / samples.length
}

function noisy(): ClipError {
  return new ClipError(
    'too_noisy',
    'No voice stands out from the noise of the clip. Send speech of one person, without music and near the microphone.',
  )
}
