/** How a person sounds, measured on a recording, whatever model is to speak like that. */
export interface Profile {
  /** Median pitch in Hz. */
  readonly f0: number
}
