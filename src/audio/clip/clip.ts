/** Bytes that a clip's file may have. */
export const LARGEST_CLIP = 20_000_000

/** A recording, made ready to be measured. */
export interface Clip {
  /** Mono, −1 to 1, at 22050 Hz. */
  readonly samples: Float32Array
  /** What the file can hold, in Hz: half of its own sample rate. */
  readonly bandwidth: number
}
