/** Louder samples than this are clipped softly. */
const KNEE = 0.7
const ROOM = 1 - KNEE

/** A sample within -1 to 1. A loud one approaches full scale along a tanh, so that nothing is clipped hard; others stay as they are. */
export function softClipped(sample: number): number {
  if (!(Math.abs(sample) > KNEE)) return sample
  return Math.sign(sample) * (KNEE + ROOM * Math.tanh((Math.abs(sample) - KNEE) / ROOM))
}
