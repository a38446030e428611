/** The id of a slot that says nothing. */
const BLANK = 0

/**
 * Greedy decoding of connectionist temporal classification (Graves et al., 2006): the best id of each slot, without repeats
 * and blanks.
 *
 * @param scores of every id in one slot after the other
 * @param width how many ids there are
 */
export function decodeGreedily(scores: Float32Array, width: number): number[] {
  const ids: number[] = []
  let before = BLANK
  for (let slot = 0; slot < scores.length; slot += width) {
    let best = BLANK
    for (let id = 1; id < width; id++) if (scores[slot + id]! > scores[slot + best]!) best = id
    if (best !== before && best !== BLANK) ids.push(best)
    before = best
  }
  return ids
}
