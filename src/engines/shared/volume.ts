import { softClipped } from '../../audio/soft-clip.ts'

/** Makes samples louder or softer by a factor, in place. They stay within -1 to 1; with a factor of 1 they stay as they are. */
export function amplify(pcm: Float32Array, factor: number): void {
  if (factor === 1) return
  for (let i = 0; i < pcm.length; i++) {
    const sample = pcm[i]! * factor
    pcm[i] = factor > 1 ? softClipped(sample) : sample
  }
}
