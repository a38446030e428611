import { SAMPLE_RATES } from './bands.ts'
import { BitReader } from './bit-reader.ts'

/** The configuration of a stream. */
export interface AacConfig {
  /** The sample rate of the AAC-LC core in Hz. In HE-AAC it is half of the output rate. */
  readonly sampleRate: number
  /** samplingFrequencyIndex, which selects the scale factor bands. */
  readonly rateIndex: number
}

/** This kind of AAC is not supported. The message says why. */
export class UnsupportedAac extends Error {}

/** Audio object types (ISO/IEC 14496-3, table 1.17). */
const LOW_COMPLEXITY = 2
const SPECTRAL_BAND_REPLICATION = 5
const PARAMETRIC_STEREO = 29
const ESCAPE = 31

/** This index means that the rate itself follows. */
const EXPLICIT_RATE = 15

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1 and 4.4.1).
 *
 * @throws UnsupportedAac
 */
export function configIn(description: Uint8Array): AacConfig {
  const bits = new BitReader(description)
  let objectType = readObjectType(bits)
  const config = readRate(bits)
  bits.skip(4) // channelConfiguration is also given by the elements of each frame
  if (objectType === SPECTRAL_BAND_REPLICATION || objectType === PARAMETRIC_STEREO) {
    readRate(bits)
    objectType = readObjectType(bits)
  }
  if (objectType !== LOW_COMPLEXITY) throw new UnsupportedAac(`its audio object type is ${objectType}`)
  if (bits.flag()) throw new UnsupportedAac('its frames have 960 samples')
  return config
}

/** Bytes of an ADTS header without a checksum. */
const ADTS_HEADER = 7

/**
 * Reads the header of an ADTS frame (ISO/IEC 14496-3, 1.A.2.2).
 *
 * @throws UnsupportedAac
 */
export function adtsHeader(frame: Uint8Array): AacConfig & { length: number } {
  const bits = new BitReader(frame)
  bits.skip(15)
  const checksum = !bits.flag()
  const objectType = bits.bits(2) + 1
  if (objectType !== LOW_COMPLEXITY) throw new UnsupportedAac(`its audio object type is ${objectType}`)
  const config = rateOf(bits.bits(4))
  bits.skip(32)
  if (bits.bits(2) > 0) throw new UnsupportedAac('its ADTS frames have several blocks')
  return { ...config, length: checksum ? ADTS_HEADER + 2 : ADTS_HEADER }
}

function readObjectType(bits: BitReader): number {
  const type = bits.bits(5)
  return type === ESCAPE ? 32 + bits.bits(6) : type
}

function readRate(bits: BitReader): AacConfig {
  const index = bits.bits(4)
  if (index !== EXPLICIT_RATE) return rateOf(index)
  // A rate between two of the table gets the bands of the nearer one, by ratio (table 4.82 has these limits, rounded).
  const sampleRate = bits.bits(24)
  const nearest = SAMPLE_RATES.findIndex(
    (rate, i) => sampleRate >= Math.sqrt(rate * (SAMPLE_RATES[i + 1] ?? 0)),
  )
  return { sampleRate, rateIndex: nearest }
}

function rateOf(rateIndex: number): AacConfig {
  const sampleRate = SAMPLE_RATES[rateIndex]
  if (!sampleRate) throw new Error('no such sampling frequency')
  return { sampleRate, rateIndex }
}
