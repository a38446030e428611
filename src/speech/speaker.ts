/** How a voice sounds, as the voice model takes it. */
export interface Speaker {
  /** The model's learned description of the timbre: 16 numbers. */
  readonly embedding: readonly number[]
  /** Natural logarithm of the mean pitch in Hz. */
  readonly logF0: number
  /** Log amplitude added to all 64 bands, so that voices are equally loud. */
  readonly gain: number
  /** Speaking rate against the voice's own: 1.1 is a tenth faster. */
  readonly speed: number
  /** Factor on the pitch. */
  readonly pitch: number
  /** Factor on the formants: above 1 for a shorter vocal tract. */
  readonly warp: number
}
