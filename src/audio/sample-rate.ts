/** Samples a second of all speech inside Purr: the voice model's own rate. */
export const SAMPLE_RATE = 22050
