/**
 * A seeded source of normally distributed numbers: xorshift32 (Marsaglia, "Xorshift RNGs", 2003) through the transform of
 * Box and Muller (1958).
 *
 * @param seed any whole number
 */
export function normalNoise(seed: number): () => number {
  let state = scrambled(seed)
  const uniform = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Seeds that differ little give streams that differ much: the end of MurmurHash3 mixes their bits. Never 0. */
function scrambled(seed: number): number {
  let bits = seed | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  bits ^= bits >>> 16
  return bits === 0 ? 1 : bits
}
