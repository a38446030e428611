/** How a voice sounds, as the voice model takes it. */
export interface Speaker {
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
  /** Speaking rate relative to the model's own: 1.1 is a tenth faster. */
  readonly speed: number
  /** Speaking rate relative to the shared voices, which all have the same: the length of speech is predicted with it. */
  readonly pace: number
  /** Factor on the pitch. */
  readonly pitch: number
  /** Factor on the formants: above 1 for a shorter vocal tract. */
  readonly warp: number
  /** Factor on the samples. Absent: 1. */
  readonly volume?: number
}

/** How fast and how loud something is said, as factors. Absent: 1. */
export interface Prosody {
  readonly speed?: number
  readonly volume?: number
}

/** The same voice, that much faster and louder than before. */
export function withProsody(speaker: Speaker, { speed = 1, volume = 1 }: Prosody): Speaker {
  if (speed === 1 && volume === 1) return speaker
  return {
    ...speaker,
    speed: speaker.speed * speed,
    pace: speaker.pace * speed,
    volume: (speaker.volume ?? 1) * volume,
  }
}
