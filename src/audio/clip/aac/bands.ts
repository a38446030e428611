/** Sampling frequencies by samplingFrequencyIndex (ISO/IEC 14496-3, table 1.18). */
export const SAMPLE_RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
] as const

/** The scale factor bands of one sampling frequency. */
export interface Bands {
  /** The first line of each band, and the end of the last: in a long window (1024 lines) and in a short one (128). */
  readonly long: readonly number[]
  readonly short: readonly number[]
  /** TNS_MAX_BANDS: temporal noise shaping applies below this band (ISO/IEC 14496-3, table 4.155). */
  readonly longTns: number
  readonly shortTns: number
}

// ISO/IEC 14496-3, tables 4.129 to 4.147, as band widths with their repeat counts.
const LONG_96 = offsets([4, 14], [8, 5], [12, 5], [16, 2], [24], [28], [36], [44], [64, 11])
const LONG_64 = offsets([4, 14], [8, 4], [12, 3], [16, 3], [20], [24, 2], [28], [36], [40, 18])
const LONG_48 = offsets([4, 10], [8, 7], [12, 4], [16, 2], [20, 2], [24, 2], [28, 2], [32, 19], [96])
const LONG_32 = offsets([4, 10], [8, 7], [12, 4], [16, 2], [20, 2], [24, 2], [28, 2], [32, 22])
const LONG_24 = offsets(
  [4, 11],
  [8, 10],
  [12, 4],
  [16, 3],
  [20, 2],
  [24, 2],
  [28, 2],
  [32],
  [36, 2],
  [40],
  [44],
  [48],
  [52, 2],
  [64, 5],
)
const LONG_16 = offsets(
  [8, 11],
  [12, 9],
  [16, 4],
  [20, 3],
  [24, 2],
  [28, 2],
  [32],
  [36],
  [40, 2],
  [44],
  [48],
  [52],
  [56],
  [60],
  [64, 3],
)
const LONG_8 = offsets(
  [12, 13],
  [16, 7],
  [20, 4],
  [24, 3],
  [28, 2],
  [32],
  [36, 2],
  [40],
  [44],
  [48],
  [52],
  [56],
  [60],
  [64],
  [80],
)
const SHORT_96 = offsets([4, 6], [8, 3], [16], [28], [36])
const SHORT_48 = offsets([4, 5], [8, 3], [12, 3], [16, 3])
const SHORT_24 = offsets([4, 7], [8, 3], [12, 2], [16, 2], [20])
const SHORT_16 = offsets([4, 8], [8, 2], [12, 2], [16], [20, 2])
const SHORT_8 = offsets([4, 7], [8, 4], [12], [16], [20, 2])

/** The bands of each samplingFrequencyIndex. 7350 Hz has the bands of 8000 Hz. */
export const BANDS: readonly Bands[] = [
  { long: LONG_96, short: SHORT_96, longTns: 31, shortTns: 9 },
  { long: LONG_96, short: SHORT_96, longTns: 31, shortTns: 9 },
  { long: LONG_64, short: SHORT_96, longTns: 34, shortTns: 10 },
  { long: LONG_48, short: SHORT_48, longTns: 40, shortTns: 14 },
  { long: LONG_48, short: SHORT_48, longTns: 42, shortTns: 14 },
  { long: LONG_32, short: SHORT_48, longTns: 51, shortTns: 14 },
  { long: LONG_24, short: SHORT_24, longTns: 46, shortTns: 14 },
  { long: LONG_24, short: SHORT_24, longTns: 46, shortTns: 14 },
  { long: LONG_16, short: SHORT_16, longTns: 42, shortTns: 14 },
  { long: LONG_16, short: SHORT_16, longTns: 42, shortTns: 14 },
  { long: LONG_16, short: SHORT_16, longTns: 42, shortTns: 14 },
  { long: LONG_8, short: SHORT_8, longTns: 39, shortTns: 14 },
  { long: LONG_8, short: SHORT_8, longTns: 39, shortTns: 14 },
]

/** Band offsets from runs of bands of equal width. */
function offsets(...runs: readonly (readonly [width: number, count?: number])[]): number[] {
  const all = [0]
  for (const [width, count = 1] of runs) {
    for (let i = 0; i < count; i++) all.push(all.at(-1)! + width)
  }
  return all
}
