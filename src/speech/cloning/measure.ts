import type { Clip } from '../../audio/clip/clip.ts'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { BREATH_BAND, noiseShare } from './breathiness.ts'
import { formantScale, referenceSpeaker } from './formant-scale.ts'
import { BAND_HZ, BANDS, percentile } from './frames.ts'
import { pitchRange, trackPitch } from './pitch.ts'
import { syllableRate } from './speaking-rate.ts'
import { averagePower, BINS, inBands, withoutBackground } from './spectrum.ts'
import type { VoiceActivity } from './voice-activity.ts'

/** How a person sounds, measured on a recording, whatever model is to speak like that. */
export interface Profile {
  /** Median pitch in Hz. */
  readonly f0: number
  /** Pitch range in semitones: from the tenth to the ninetieth percentile. */
  readonly range: number
  /** Formant frequencies relative to the reference speaker's: above 1 for a shorter vocal tract. */
  readonly formants: number
  /**
   * Long-term average spectrum of the speech without the background: log amplitude of each band of the voice model's
   * equaliser, on average 0 from 200 to 4000 Hz.
   */
  readonly spectrum: readonly number[]
  /** The band that the recording holds: 8 kHz telephone speech has none above 4 kHz, and little below 300 Hz. */
  readonly band: { readonly from: number; readonly to: number }
  /** Share of noise in voiced sounds between 1 and 3.4 kHz: larger for a breathier voice. */
  readonly breath: number
  /** Syllables a second, pauses left out. */
  readonly rate: number
}

/** Vowels have at least this share of the power of loud frames; weaker frames are too noisy to be measured. */
const LOUD = 1 / 30
/** A recording without a sound above a frequency ends there: the spectrum falls by this much within three bands (dB). */
const CLIFF = 20
/** Where such a cliff is the recording's, not the voice's (Hz): telephones end at 3.4 kHz and begin at 300 Hz. */
const TOP = [2800, 5000] as const
const BOTTOM = 400
/** What lies just above the lower cliff is lowered too. */
const SHOULDER = 1.25
/** Levels are compared here (Hz), in what the recording holds of it. */
const LEVEL = [200, 4000] as const

/** Speech with what was found in it. */
export interface Speech extends Clip {
  readonly voice: VoiceActivity
  /** Pitch of each frame in Hz; 0 where there is none, or no speech. */
  readonly f0: Float32Array
}

/** The pitch of the frames that belong to speech. */
export function speechOf(clip: Clip, voice: VoiceActivity): Speech {
  return { ...clip, voice, f0: trackPitch(clip.samples).map((f0, frame) => (voice.active[frame] ? f0 : 0)) }
}

/** The pitch of each frame that is loud enough to be measured, as vowels are; 0 in the others. */
export function vowelsIn({ voice: { power }, f0 }: Pick<Speech, 'voice' | 'f0'>): Float32Array {
  const loudest = percentile(power, 0.95)!
  return f0.map((each, frame) => (power[frame]! > loudest * LOUD ? each : 0))
}

/** Measures how somebody sounds. There must be some seconds of voice in the speech, and some vowels. */
export function measure({ samples, bandwidth, voice, f0 }: Speech): Profile {
  const { active, power, seconds } = voice
  const vowels = vowelsIn({ voice, f0 })
  const background = averagePower(samples, (frame) => !active[frame])
  const total = averagePower(samples, (frame) => active[frame]!)
  const speech = inBands(total.map((power, bin) => withoutBackground(power, background[bin]!)))
  const band = heldBand(speech, inBands(background), bandwidth)
  return {
    f0: percentile(
      f0.filter((each) => each > 0),
      0.5,
    )!,
    range: pitchRange(f0),
    formants: formantScale(samples, vowels, background, referenceSpeaker(), band.to),
    spectrum: leveled(speech, band),
    band,
    breath: ownNoise(noiseShare(samples, vowels), total, background),
    rate: syllableRate(power, f0, seconds),
  }
}

/** Log amplitudes, with mean 0 where levels are compared. */
function leveled(power: Float64Array, { from, to }: Profile['band']): number[] {
  const amplitudes = Array.from(power, (each) => 0.5 * Math.log(each + 1e-12))
  const isInside = (hertz: number) => hertz >= Math.max(from, LEVEL[0]) && hertz <= Math.min(to, LEVEL[1])
  const inside = amplitudes.filter((_, band) => isInside(BAND_HZ[band]!))
  const mean = inside.reduce((sum, each) => sum + each, 0) / inside.length
  return amplitudes.map((each) => each - mean)
}

/**
 * Where the recording's speech begins and ends: at a cliff, such as telephones leave, or where the background begins
 * to be louder.
 */
function heldBand(power: Float64Array, background: Float64Array, bandwidth: number): Profile['band'] {
  const level = Array.from(power, (each) => 10 * Math.log10(each + 1e-12))
  const heard = BAND_HZ.findLast((hertz, band) => hertz <= TOP[0] || power[band]! > background[band]!)!
  let from = 0
  let to = Math.min(bandwidth, heard)
  for (let band = 0; band + 3 < BANDS; band++) {
    const drop = level[band]! - level[band + 3]!
    if (BAND_HZ[band]! >= TOP[0] && BAND_HZ[band]! <= Math.min(to, TOP[1]) && drop > CLIFF)
      to = BAND_HZ[band]!
    if (BAND_HZ[band + 3]! <= BOTTOM && -drop > CLIFF) from = BAND_HZ[band + 3]! * SHOULDER
  }
  return { from, to }
}

/** The share of noise in the voice, without what the background adds. */
function ownNoise(share: number, total: Float64Array, background: Float64Array): number {
  const [from, to] = BREATH_BAND.map((hertz) => Math.round((hertz / SAMPLE_RATE) * 2 * (BINS - 1))) as [
    number,
    number,
  ]
  const power = (bins: Float64Array) => bins.subarray(from, to).reduce((sum, each) => sum + each, 0)
  const outside = Math.min(0.9, power(background) / power(total))
  return Math.max(0.02, (share - outside) / (1 - outside))
}
