import type { Frame } from './frames.ts'
import type { Speech } from './utterance.ts'

/** Mel-cepstral distortion in dB, over frames aligned by dynamic time warping. */
export interface Distortion {
  readonly whole: number
  /** The same after subtracting each side's mean cepstrum, which removes the effects of room and voice colour. */
  readonly centred: number
}

/** (10 / ln 10) √2: Kubichek, "Mel-cepstral distance measure for objective speech quality assessment", 1993. */
const DECIBELS = (10 * Math.SQRT2) / Math.LN10

/** The distortion between speech and a recording of the same text. Silent parts of the recording are left out. */
export function distortion(speech: Speech, recording: Speech): Distortion {
  const counts = recording.frames.map(({ level }) => level > recording.silence)
  const [a, b] = [recording, speech].map(({ frames }) => frames.map(({ cepstrum }) => cepstrum)) as [
    Float64Array[],
    Float64Array[],
  ]
  return {
    whole: alongPath(a, b, counts),
    centred: alongPath(centred(a, recording), centred(b, speech), counts),
  }
}

function centred(cepstra: readonly Float64Array[], { frames, silence }: Speech): Float64Array[] {
  const isSpoken = ({ level }: Frame) => level > silence
  const spoken = cepstra.filter((_, index) => isSpoken(frames[index]!))
  const middle = cepstra[0]!.map((_, m) => spoken.reduce((sum, each) => sum + each[m]!, 0) / spoken.length)
  return cepstra.map((cepstrum) => cepstrum.map((each, m) => each - middle[m]!))
}

/** The mean distance along the cheapest path, over the pairs whose frame of `a` counts. */
function alongPath(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  counts: readonly boolean[],
): number {
  const width = b.length
  const distances = new Float64Array(a.length * width)
  const totals = new Float64Array(a.length * width)
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < width; j++) {
      const at = i * width + j
      distances[at] = distance(a[i]!, b[j]!)
      totals[at] = distances[at]! + (at === 0 ? 0 : totals[before(totals, width, i, j)]!)
    }
  }
  let sum = 0
  let pairs = 0
  for (let at = totals.length - 1; ; ) {
    const i = Math.floor(at / width)
    if (counts[i]) {
      sum += distances[at]!
      pairs++
    }
    if (at === 0) break
    at = before(totals, width, i, at % width)
  }
  return (DECIBELS * sum) / pairs
}

/** The predecessor on the cheapest path to (i, j): a frame earlier on either side, or on both. */
function before(totals: Float64Array, width: number, i: number, j: number): number {
  const at = i * width + j
  if (i === 0) return at - 1
  if (j === 0) return at - width
  const both = at - width - 1
  const side = totals[at - 1]! < totals[at - width]! ? at - 1 : at - width
  return totals[both]! <= totals[side]! ? both : side
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let m = 0; m < a.length; m++) sum += (a[m]! - b[m]!) ** 2
  return Math.sqrt(sum)
}
