import { crc8, crc16 } from '../crc.ts'
import { BitWriter } from './bit-writer.ts'

/** Samples of every frame but the last: 52 ms. */
export const BLOCK = 1152

/** Codes in a frame's header (RFC 9639, 9.1). */
const SYNC = 0xfff8 // all frames but the last have the same number of samples
const BLOCK_OF_1152 = 3
const BLOCK_IN_16_BITS = 7
const RATE_22050 = 6
const SIXTEEN_BITS = 4

/** Highest order of the fixed predictors. With these, speech needs few bits more than with fitted ones. */
const MAX_ORDER = 4
const FIXED_SUBFRAME = 8
/** A block's residual is in at most 2^4 parts, each with its own Rice parameter of at most 14. */
const MAX_PARTITIONS_LOG = 4
const MAX_RICE = 14

/** A residual in parts of the same length, each with the Rice parameter that takes the fewest bits. */
interface Partitions {
  readonly log: number
  readonly parameters: readonly number[]
  readonly bits: number
}

/**
 * A FLAC frame of one channel, 16 bits, 22050 Hz.
 *
 * @param samples at most 1152
 * @param index of the frame in its stream
 */
export function flacFrame(samples: Int16Array, index: number): Uint8Array {
  const out = new BitWriter()
  out.write(SYNC, 16)
  out.write(samples.length === BLOCK ? BLOCK_OF_1152 : BLOCK_IN_16_BITS, 4)
  out.write(RATE_22050, 4)
  out.write(0, 4) // one channel
  out.write(SIXTEEN_BITS, 3)
  out.write(0, 1)
  for (const byte of utf8(index)) out.write(byte, 8)
  if (samples.length !== BLOCK) out.write(samples.length - 1, 16)
  out.write(crc8(out.bytes), 8)
  writeSubframe(out, samples)
  out.align()
  out.write(crc16(out.bytes), 16)
  return out.bytes
}

function writeSubframe(out: BitWriter, samples: Int16Array): void {
  const { order, residual } = predict(samples)
  const { log, parameters } = partition(residual, order)
  out.write((FIXED_SUBFRAME + order) << 1, 8)
  for (const sample of samples.subarray(0, order)) out.write(sample, 16)
  out.write(0, 2) // Rice parameters of 4 bits
  out.write(log, 4)
  const length = residual.length >> log
  for (const [part, parameter] of parameters.entries()) {
    out.write(parameter, 4)
    for (let i = Math.max(order, part * length); i < (part + 1) * length; i++) {
      const folded = fold(residual[i]!)
      out.writeUnary(folded >>> parameter)
      out.write(folded, parameter)
    }
  }
}

/** The differences of the order whose sum is least; the first samples, as many as the order, are not in them. */
function predict(samples: Int16Array): { order: number; residual: Int32Array } {
  let differences = Int32Array.from(samples)
  let best = { order: 0, residual: differences, sum: total(differences, 0) }
  for (let order = 1; order <= Math.min(MAX_ORDER, samples.length - 1); order++) {
    const next = new Int32Array(samples.length)
    for (let i = order; i < samples.length; i++) next[i] = differences[i]! - differences[i - 1]!
    differences = next
    const sum = total(differences, order)
    if (sum < best.sum) best = { order, residual: differences, sum }
  }
  return best
}

/** The first part is shorter than the others by the order: its first samples have no residual. */
function partition(residual: Int32Array, order: number): Partitions {
  let log = 0
  while (
    log < MAX_PARTITIONS_LOG &&
    residual.length % (2 << log) === 0 &&
    residual.length >> (log + 1) > order
  )
    log++
  let sums = sumsOf(residual, order, log)
  let best = partitions(sums, residual.length, order)
  while (sums.length > 1) {
    sums = Array.from({ length: sums.length / 2 }, (_, pair) => sums[2 * pair]! + sums[2 * pair + 1]!)
    const fewer = partitions(sums, residual.length, order)
    if (fewer.bits <= best.bits) best = fewer
  }
  return best
}

/** The sum of each part of the folded residual, in 2^log parts. */
function sumsOf(residual: Int32Array, order: number, log: number): number[] {
  const length = residual.length >> log
  return Array.from({ length: 1 << log }, (_, part) => {
    let sum = 0
    for (let i = Math.max(order, part * length); i < (part + 1) * length; i++) sum += fold(residual[i]!)
    return sum
  })
}

/** The best parameters, by the sum of each part alone: what it takes is nearly this. */
function partitions(sums: readonly number[], samples: number, order: number): Partitions {
  let bits = 0
  const parameters = sums.map((sum, part) => {
    const count = samples / sums.length - (part === 0 ? order : 0)
    const mean = sum / Math.max(1, count)
    const parameter = Math.min(MAX_RICE, Math.max(0, Math.floor(Math.log2(Math.max(1, mean * Math.LN2)))))
    bits += 4 + count * (parameter + 1) + sum / 2 ** parameter
    return parameter
  })
  return { log: Math.log2(sums.length), parameters, bits }
}

/** Signed numbers in the order 0, -1, 1, -2, 2 … */
function fold(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}

function total(values: Int32Array, from: number): number {
  let sum = 0
  for (let i = from; i < values.length; i++) sum += Math.abs(values[i]!)
  return sum
}

/** A number as FLAC writes it: the way of UTF-8, but any number. */
function utf8(value: number): number[] {
  if (value < 0x80) return [value]
  const bytes: number[] = []
  let left = value
  let first = 0x3f // the most that fits in the first byte
  for (; left > first; left >>>= 6, first >>>= 1) bytes.unshift(0x80 | (left & 0x3f))
  return [(0xfe & ~(2 * first + 1)) | left, ...bytes]
}
