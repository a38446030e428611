/** The samples of some parts, one after the other. */
export function concatenate(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}
