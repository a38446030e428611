import type { AnySpeaker } from '../shared/speaker.ts'

/** How a voice sounds, as the voice model takes it. */
export interface Speaker extends AnySpeaker {
  /** The model's learned description of the timbre: 16 numbers. */
  readonly embedding: readonly number[]
  /** Natural logarithm of the mean pitch in Hz. */
  readonly logF0: number
  /** Factor on how far the pitch moves from its mean, in octaves: below 1 for a flatter melody. */
  readonly range: number
  /** Added to the logits of the share of noise in voiced sounds: above 0 for a breathier voice. */
  readonly breath: number
  /** Log amplitude added to all 64 bands, so that voices are equally loud. */
  readonly gain: number
  /** Log amplitude added to each of the 64 bands, evenly spaced on the mel scale from 0 to 11025 Hz; flat if absent. */
  readonly equaliser?: readonly number[]
  /** Factor on the pitch. */
  readonly pitch: number
  /** Factor on the formants: above 1 for a shorter vocal tract. */
  readonly warp: number
}
