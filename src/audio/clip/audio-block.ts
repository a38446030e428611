import { ClipError } from './clip.ts'

/** A block of decoded audio: one array of samples per channel, all of the same length. */
export interface AudioBlock {
  readonly channels: readonly Float32Array[]
  /** Hz. */
  readonly sampleRate: number
}

/** Demuxes and decodes a file of one format, block by block. It may throw any error if the file is malformed. */
export type AudioReader = (file: Uint8Array) => AsyncIterable<AudioBlock> | Iterable<AudioBlock>

const MAX_CHANNELS = 8
const MIN_RATE = 4000
const MAX_RATE = 192_000

/**
 * Checks the channels and the sample rate that a header declares, before memory is allocated for them.
 *
 * @throws ClipError `damaged` if a recording cannot have them
 */
export function checkShape(channels: number, sampleRate: number): void {
  const channelsFit = channels >= 1 && channels <= MAX_CHANNELS
  const rateFits = sampleRate >= MIN_RATE && sampleRate <= MAX_RATE
  if (channelsFit && rateFits) return
  throw new ClipError(
    'damaged',
    `The clip says that it has ${channels} channels at ${sampleRate} Hz. Send 1 to ${MAX_CHANNELS} channels at ${MIN_RATE} to ${MAX_RATE} Hz.`,
  )
}
