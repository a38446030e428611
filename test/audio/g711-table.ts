/**
 * ITU-T G.711 (11/1988) as its tables 1a, 1b, 2a and 2b give it: decision values and codes, looked up. Shares no
 * arithmetic with the encoder: no logarithms, shifts, biases or complements.
 */
export interface Law {
  /** Decision values of one polarity, rising from 0, on the law's own scale; interval n runs from value n to n + 1. */
  readonly decisionValues: readonly number[]
  /** Steps of a 16-bit sample in one unit of that scale. */
  readonly unit: number
  /** The code of interval n on the line. */
  code(interval: number, negative: boolean): number
  /** What the code of interval n is played as, on the law's scale. */
  value(interval: number): number
}

/** [number of intervals, size of one] from zero up, as the first two columns of the tables say. */
type Segments = readonly (readonly [number, number])[]

const MULAW_SEGMENTS: Segments = [
  [1, 1],
  [15, 2],
  [16, 4],
  [16, 8],
  [16, 16],
  [16, 32],
  [16, 64],
  [16, 128],
  [16, 256],
]

const ALAW_SEGMENTS: Segments = [
  [32, 2],
  [16, 4],
  [16, 8],
  [16, 16],
  [16, 32],
  [16, 64],
  [16, 128],
]

/** Tables 2a and 2b: to 8159, codes falling from 11111111 (01111111 when negative) as the magnitude grows. */
export const MULAW: Law = {
  decisionValues: decisionValues(MULAW_SEGMENTS),
  unit: 4,
  code: (interval, negative) => (negative ? 0b01111111 : 0b11111111) - interval,
  // The interval around zero, 0 to 1 on either side, is played as zero itself.
  value: (interval) => (interval === 0 ? 0 : middle(MULAW, interval)),
}

/** Tables 1a and 1b: to 4096, codes rising from 10000000 (00000000), then their even bits inverted. */
export const ALAW: Law = {
  decisionValues: decisionValues(ALAW_SEGMENTS),
  unit: 8,
  code: (interval, negative) => ((negative ? 0b00000000 : 0b10000000) + interval) ^ 0b01010101,
  value: (interval) => middle(ALAW, interval),
}

/**
 * The code that ITU-T G.191's encoder gives each 16-bit sample, from -32768 up. G.711 leaves open where a sample that
 * lies on a decision value belongs; in G.191 it is the interval above it on the number line, on both sides of zero.
 */
export function expectedCodes(law: Law): Uint8Array {
  const { decisionValues, unit } = law
  return Uint8Array.from({ length: 65_536 }, (_, i) => {
    const sample = (i - 32_768) / unit
    const negative = sample < 0
    const interval = negative
      ? decisionValues.findLastIndex((value) => -value > sample)
      : decisionValues.findLastIndex((value) => value <= sample)
    return law.code(Math.min(interval, 127), negative)
  })
}

/** The 16-bit sample that each of the 256 codes is played as. */
export function decoded(law: Law): Int16Array {
  const samples = new Int16Array(256)
  for (let interval = 0; interval < 128; interval++) {
    samples[law.code(interval, false)] = law.value(interval) * law.unit
    samples[law.code(interval, true)] = -law.value(interval) * law.unit
  }
  return samples
}

function decisionValues(segments: Segments): number[] {
  const values = [0]
  for (const [count, size] of segments) {
    for (let i = 0; i < count; i++) values.push(values.at(-1)! + size)
  }
  return values
}

function middle(law: Law, interval: number): number {
  return (law.decisionValues[interval]! + law.decisionValues[interval + 1]!) / 2
}
