/** Louder samples than this are bent towards full scale. */
const KNEE = 0.7
const ROOM = 1 - KNEE

/** A sample within -1 to 1. A loud one is bent towards full scale, so that nothing is cut off; others stay as they are. */
export function bent(sample: number): number {
  if (!(Math.abs(sample) > KNEE)) return sample
  return Math.sign(sample) * (KNEE + ROOM * Math.tanh((Math.abs(sample) - KNEE) / ROOM))
}
