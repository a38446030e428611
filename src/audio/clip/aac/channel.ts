import type { Bands } from './bands.ts'
import type { BitReader } from './bit-reader.ts'
import { SCALE_FACTORS, SPECTRAL, type SpectralCodebook } from './codebooks.ts'
import { readNoiseShaping } from './tns.ts'
import { LINES, readWindowInfo, SHORT_LINES, type WindowInfo } from './window.ts'

/** Codebook numbers without spectral data. Numbers 1 to 11 are the spectral codebooks (ISO/IEC 14496-3, 4.6.3). */
const NOTHING = 0
const RESERVED = 12
export const NOISE = 13
export const OPPOSITE_INTENSITY = 14
export const INTENSITY = 15

/** The scale factor of gain 1. */
const UNIT = 100
/** Noise energies start from the global gain minus this offset. The first difference is not Huffman coded. */
const NOISE_OFFSET = 90
const FIRST_NOISE_BITS = 9
/** The symbol of a difference of 0. */
const NO_DIFFERENCE = 60

/** A scale factor band of a group of windows. */
export interface Band {
  readonly codebook: number
  /** The gain of its lines. With intensity stereo, the gain applied to the left channel's lines. */
  readonly scale: number
  /** The first window of its group, and the number of windows. */
  readonly window: number
  readonly windows: number
  /** The index of the band in its window. */
  readonly index: number
}

/** One channel in one frame. */
export interface Channel {
  readonly info: WindowInfo
  /** Group by group, lowest band first. */
  readonly bands: readonly Band[]
  /** 1024 lines: one long window, or eight short windows of 128. */
  readonly spectrum: Float64Array
  readonly filters: ReturnType<typeof readNoiseShaping>
}

/**
 * Reads individual_channel_stream and undoes its quantization (ISO/IEC 14496-3, 4.4.2.1, 4.6.1 to 4.6.3).
 *
 * @param shared the windows of both channels of a pair, if they share them
 */
export function readChannel(bits: BitReader, divisions: Bands, shared?: WindowInfo): Channel {
  const gain = bits.bits(8)
  const info = shared ?? readWindowInfo(bits, divisions)
  const bands = readScales(bits, gain, info, readSections(bits, info))
  const pulses = bits.flag() ? readPulses(bits, info) : []
  const filters = bits.flag() ? readNoiseShaping(bits, info) : []
  if (bits.flag()) throw new Error('gain control is not for low complexity')
  const spectrum = new Float64Array(LINES)
  for (const band of bands) readLines(bits, band, info, spectrum)
  for (const { line, amount } of pulses) spectrum[line]! += spectrum[line]! > 0 ? amount : -amount
  for (const band of bands) dequantize(band, info, spectrum)
  return { info, bands, spectrum, filters }
}

/** Calls a function with the range of a band's lines in each window of its group. */
export function eachWindow(
  { window, windows, index }: Band,
  { offsets }: WindowInfo,
  call: (start: number, end: number) => void,
): void {
  for (let i = window; i < window + windows; i++) {
    call(i * SHORT_LINES + offsets[index]!, i * SHORT_LINES + offsets[index + 1]!)
  }
}

/** section_data: the codebook of each band, group by group. */
function readSections(bits: BitReader, { sequence, bands, groups }: WindowInfo): number[] {
  const width = sequence === 'short' ? 3 : 5
  const codebooks: number[] = []
  for (let group = 0; group < groups.length; group++) {
    const end = (group + 1) * bands
    while (codebooks.length < end) {
      const codebook = bits.bits(4)
      if (codebook === RESERVED) throw new Error('no such codebook')
      let length = 0
      let part: number
      do {
        part = bits.bits(width)
        length += part
      } while (part === 2 ** width - 1)
      if (codebooks.length + length > end) throw new Error('more bands than there are')
      for (let i = 0; i < length; i++) codebooks.push(codebook)
    }
  }
  return codebooks
}

/** scale_factor_data: each value is coded as the difference to the previous one of its kind. */
function readScales(bits: BitReader, gain: number, info: WindowInfo, codebooks: readonly number[]): Band[] {
  const difference = () => SCALE_FACTORS.read(bits) - NO_DIFFERENCE
  let factor = gain
  let noise = gain - NOISE_OFFSET
  let noiseBands = 0
  let position = 0
  const scaleOf = (codebook: number): number => {
    switch (codebook) {
      case NOTHING:
        return 0
      case NOISE:
        noise += noiseBands++ === 0 ? bits.bits(FIRST_NOISE_BITS) - 2 ** (FIRST_NOISE_BITS - 1) : difference()
        return 2 ** (noise / 4)
      case INTENSITY:
      case OPPOSITE_INTENSITY:
        position += difference()
        return (codebook === INTENSITY ? 1 : -1) * 0.5 ** (position / 4)
      default:
        factor += difference()
        if (factor < 0 || factor > 255) throw new Error('a scale factor out of its range')
        return 2 ** ((factor - UNIT) / 4)
    }
  }
  const bands: Band[] = []
  let window = 0
  for (const windows of info.groups) {
    for (let index = 0; index < info.bands; index++) {
      const codebook = codebooks[bands.length]!
      bands.push({ codebook, scale: scaleOf(codebook), window, windows, index })
    }
    window += windows
  }
  return bands
}

/** pulse_data: amounts to add to the magnitude of single lines. */
function readPulses(bits: BitReader, { sequence, offsets }: WindowInfo): { line: number; amount: number }[] {
  if (sequence === 'short') throw new Error('pulses are not for short windows')
  const count = bits.bits(2) + 1
  let line = offsets[bits.bits(6)] ?? LINES
  return Array.from({ length: count }, () => {
    line += bits.bits(5)
    if (line >= LINES) throw new Error('a pulse beyond the spectrum')
    return { line, amount: bits.bits(4) }
  })
}

function readLines(bits: BitReader, band: Band, info: WindowInfo, spectrum: Float64Array): void {
  const codebook = SPECTRAL[band.codebook - 1]
  if (!codebook) return
  eachWindow(band, info, (start, end) => {
    for (let at = start; at < end; at += codebook.dimension) readTuple(bits, codebook, spectrum, at)
  })
}

function readTuple(
  bits: BitReader,
  { codebook, dimension, isSigned, largest }: SpectralCodebook,
  spectrum: Float64Array,
  start: number,
): void {
  const base = isSigned ? 2 * largest + 1 : largest + 1
  let symbol = codebook.read(bits)
  for (let at = start + dimension - 1; at >= start; at--) {
    spectrum[at] = (symbol % base) - (isSigned ? largest : 0)
    symbol = Math.floor(symbol / base)
  }
  if (isSigned) return
  for (let at = start; at < start + dimension; at++) {
    if (spectrum[at] !== 0 && bits.flag()) spectrum[at] = -spectrum[at]!
  }
  if (largest !== ESCAPED) return
  for (let at = start; at < start + dimension; at++) {
    if (Math.abs(spectrum[at]!) === ESCAPED) spectrum[at] = Math.sign(spectrum[at]!) * readEscape(bits)
  }
}

/** In codebook 11 this value is an escape: the actual magnitude, 16 or more, follows (ISO/IEC 14496-3, 4.6.3.3). */
const ESCAPED = 16
const MAX_ESCAPE_BITS = 12

function readEscape(bits: BitReader): number {
  let width = 4
  while (bits.flag()) width++
  if (width > MAX_ESCAPE_BITS) throw new Error('a line of too many bits')
  return 2 ** width + bits.bits(width)
}

function dequantize(band: Band, info: WindowInfo, spectrum: Float64Array): void {
  if (!SPECTRAL[band.codebook - 1]) return
  eachWindow(band, info, (start, end) => {
    for (let at = start; at < end; at++) {
      const value = spectrum[at]!
      spectrum[at] = Math.sign(value) * Math.abs(value) ** (4 / 3) * band.scale
    }
  })
}
