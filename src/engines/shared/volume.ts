/** Louder samples than this are bent towards full scale, so that nothing is cut off. */
const KNEE = 0.7

/** Makes samples louder or softer by a factor, in place. They stay within -1 to 1; with a factor of 1 they stay as they are. */
export function amplify(pcm: Float32Array, factor: number): void {
  if (factor === 1) return
  for (let i = 0; i < pcm.length; i++) {
    const sample = pcm[i]! * factor
    pcm[i] = factor > 1 && Math.abs(sample) > KNEE ? bent(sample) : sample
  }
}

function bent(sample: number): number {
  const room = 1 - KNEE
  return Math.sign(sample) * (KNEE + room * Math.tanh((Math.abs(sample) - KNEE) / room))
}
