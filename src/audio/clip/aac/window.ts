import type { Bands } from './bands.ts'
import type { BitReader } from './bit-reader.ts'

/** Spectral lines of a frame, and of a short window. */
export const LINES = 1024
export const SHORT_LINES = 128
export const SHORT_WINDOWS = 8

/** The windows of a frame: long, eight short, or a long one that leads to short ones (start) or back (stop). */
export type WindowSequence = 'long' | 'start' | 'short' | 'stop'
const SEQUENCES: readonly WindowSequence[] = ['long', 'start', 'short', 'stop']

/** 0: sine. 1: Kaiser-Bessel derived. */
export type WindowShape = 0 | 1

/** The windows, groups and bands of a channel's spectrum in one frame. */
export interface WindowInfo {
  readonly sequence: WindowSequence
  readonly shape: WindowShape
  /** The first line of each scale factor band in a window, and the end of the last. */
  readonly offsets: readonly number[]
  /** The number of bands that are transmitted (max_sfb). */
  readonly bands: number
  /**
   * Window groups, as their numbers of windows. The windows of a group share scale factors. A long window is one group.
   */
  readonly groups: readonly number[]
  /** Temporal noise shaping applies below this band. */
  readonly tnsBands: number
}

/** Reads ics_info (ISO/IEC 14496-3, 4.4.2.1). */
export function readWindowInfo(bits: BitReader, { long, short, longTns, shortTns }: Bands): WindowInfo {
  bits.skip(1)
  const sequence = SEQUENCES[bits.bits(2)]!
  const shape = bits.bit()
  if (sequence === 'short') {
    const bands = checkedBandCount(bits.bits(4), short)
    return { sequence, shape, offsets: short, bands, groups: readGroups(bits), tnsBands: shortTns }
  }
  const bands = checkedBandCount(bits.bits(6), long)
  if (bits.flag()) throw new Error('prediction is not for low complexity')
  return { sequence, shape, offsets: long, bands, groups: [1], tnsBands: longTns }
}

function readGroups(bits: BitReader): number[] {
  const groups = [1]
  for (let window = 1; window < SHORT_WINDOWS; window++) {
    if (bits.flag()) groups[groups.length - 1]! += 1
    else groups.push(1)
  }
  return groups
}

function checkedBandCount(bands: number, offsets: readonly number[]): number {
  if (bands >= offsets.length) throw new Error('more bands than there are')
  return bands
}
