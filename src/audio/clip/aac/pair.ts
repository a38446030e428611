import type { Bands } from './bands.ts'
import type { BitReader } from './bit-reader.ts'
import { type Channel, eachWindow, INTENSITY, NOISE, OPPOSITE_INTENSITY, readChannel } from './channel.ts'
import type { NoiseSource } from './noise.ts'
import { readWindowInfo } from './window.ts'

/** Values of ms_mask_present: which bands are coded as mid and side. */
const NO_BAND = 0
const SOME_BANDS = 1
const RESERVED_MASK = 3

/** Reads channel_pair_element and undoes joint stereo (ISO/IEC 14496-3, 4.4.2.1, 4.6.8). */
export function readPair(bits: BitReader, divisions: Bands, noise: NoiseSource): [Channel, Channel] {
  const shared = bits.flag() ? readWindowInfo(bits, divisions) : undefined
  const maskMode = shared ? bits.bits(2) : NO_BAND
  if (maskMode === RESERVED_MASK) throw new Error('no such mask')
  const count = shared ? shared.bands * shared.groups.length : 0
  const mask = Array.from({ length: count }, () =>
    maskMode === SOME_BANDS ? bits.flag() : maskMode !== NO_BAND,
  )
  const left = readChannel(bits, divisions, shared)
  const right = readChannel(bits, divisions, shared)
  noise.fill(left)
  noise.fill(right)
  if (!shared) return [left, right]

  for (const [i, band] of right.bands.entries()) {
    const inverted = maskMode === SOME_BANDS && mask[i]
    if (band.codebook === INTENSITY || band.codebook === OPPOSITE_INTENSITY) {
      eachWindow(band, shared, (start, end) => {
        for (let at = start; at < end; at++)
          right.spectrum[at] = left.spectrum[at]! * (inverted ? -band.scale : band.scale)
      })
    } else if (mask[i] && band.codebook !== NOISE && left.bands[i]!.codebook !== NOISE) {
      eachWindow(band, shared, (start, end) => {
        for (let at = start; at < end; at++) {
          const middle = left.spectrum[at]!
          const side = right.spectrum[at]!
          left.spectrum[at] = middle + side
          right.spectrum[at] = middle - side
        }
      })
    }
  }
  return [left, right]
}
