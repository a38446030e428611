/** Samples at 22050 Hz that are kept or cut together when silence is trimmed: 5 ms. */
export const TRIM_FRAME = 110

/**
 * Level above which a frame is sound, in dB. The frames of the embedded voices in which nothing is said lie at -59 to -80 dB,
 * the first 5 ms of their softest onsets (f, th, h) above -66 dB and the rest of them above -60 dB; their loudest frames lie
 * at -11 to -20 dB. What is softer is masked by what follows it.
 */
export const AUDIBLE_DB = -60

/** {@link AUDIBLE_DB} as a root mean square. */
const AUDIBLE = 10 ** (AUDIBLE_DB / 20)

/** Whether a stretch of samples is sound. */
export function isAudible(pcm: Float32Array, from: number, to: number): boolean {
  let power = 0
  for (let i = from; i < to; i++) power += pcm[i]! * pcm[i]!
  return power > AUDIBLE * AUDIBLE * (to - from)
}
