/** The power of a signal over that of what another differs from it, in dB. */
export function signalToNoise(signal: Float32Array, other: Float32Array): number {
  let [power, difference] = [0, 0]
  for (const [i, sample] of signal.entries()) {
    power += sample ** 2
    difference += (sample - (other[i] ?? 0)) ** 2
  }
  return 10 * Math.log10(power / difference)
}

/** 16-bit samples, full scale -1 to 1. */
export function samplesOf(pcm: Uint8Array): Float32Array {
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2)
  return Float32Array.from(samples, (sample) => sample / 32_768)
}
