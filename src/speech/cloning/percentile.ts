/**
 * The number below which a share of some numbers lies, as one of them; undefined when there are none.
 *
 * @param share from 0 up to but not 1
 */
export function percentile(numbers: Float32Array | Float64Array, share: number): number | undefined {
  return numbers.toSorted()[Math.floor(numbers.length * share)]
}
