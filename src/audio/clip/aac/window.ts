import type { Bands } from './bands.ts'
import type { BitReader } from './bit-reader.ts'

/** Spectral lines of a frame, and of each of its short windows where it has those. */
export const LINES = 1024
export const SHORT_LINES = 128
export const SHORT_WINDOWS = 8

/** What a frame's windows are: a long one, short ones, or a long one beside short ones. */
export type WindowSequence = 'long' | 'start' | 'short' | 'stop'
const SEQUENCES: readonly WindowSequence[] = ['long', 'start', 'short', 'stop']

/** Sine, or Kaiser-Bessel derived. */
export type WindowShape = 0 | 1

/** How a channel's spectrum is divided in one frame. */
export interface WindowInfo {
  readonly sequence: WindowSequence
  readonly shape: WindowShape
  /** Where each scale factor band of a window begins, and the last ends. */
  readonly offsets: readonly number[]
  /** Bands that have anything. */
  readonly bands: number
  /** Short windows that have their scale factors together; a long window is a group. */
  readonly groups: readonly number[]
  /** Bands that noise shaping reaches. */
  readonly tnsBands: number
}

/** Reads ics_info (ISO/IEC 14496-3, 4.4.2.1). */
export function readWindowInfo(bits: BitReader, { long, short, longTns, shortTns }: Bands): WindowInfo {
  bits.skip(1)
  const sequence = SEQUENCES[bits.bits(2)]!
  const shape = bits.bit()
  if (sequence === 'short') {
    const bands = within(bits.bits(4), short)
    return { sequence, shape, offsets: short, bands, groups: readGroups(bits), tnsBands: shortTns }
  }
  const bands = within(bits.bits(6), long)
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

function within(bands: number, offsets: readonly number[]): number {
  if (bands >= offsets.length) throw new Error('more bands than there are')
  return bands
}
