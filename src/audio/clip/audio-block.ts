import { ClipError } from './clip.ts'

/** A part of a recording as its file has it: a channel an array, all of one length. */
export interface AudioBlock {
  readonly channels: readonly Float32Array[]
  /** Hz. */
  readonly sampleRate: number
}

/** What reads one container format, a block at a time. It may throw anything where the file makes no sense. */
export type AudioReader = (file: Uint8Array) => AsyncIterable<AudioBlock> | Iterable<AudioBlock>

const MAX_CHANNELS = 8
const MIN_RATE = 4000
const MAX_RATE = 192_000

/**
 * Holds what a header declares to what recordings have, before memory is set aside for it.
 *
 * @throws ClipError
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
