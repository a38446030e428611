/** Noise a little beyond full scale, so that some samples saturate. */
export function noise(length: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => 2.2 * (random() - 0.5))
}
