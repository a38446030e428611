/** The largest file that is accepted as a clip, in bytes. */
export const MAX_CLIP_BYTES = 20_000_000

/** A recording, decoded and ready for analysis. */
export interface Clip {
  /** Mono, −1 to 1, at 22050 Hz. */
  readonly samples: Float32Array
  /** The Nyquist frequency of the file, in Hz: half of its lowest sample rate. */
  readonly bandwidth: number
}

/** The reasons to reject a clip. */
export type ClipFault =
  | 'not_audio'
  | 'damaged'
  | 'too_large'
  | 'too_short'
  | 'too_long'
  | 'silent'
  | 'clipped'
  | 'too_noisy'

/** A clip that cannot be made into a voice. The message says what is wrong and what to do. */
export class ClipError extends Error {
  readonly fault: ClipFault

  constructor(fault: ClipFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** @param codec its name in the container; null if it has none */
export function unsupportedCodec(codec: string | null): ClipError {
  const name = codec ? `codec "${codec}"` : 'codec'
  return new ClipError(
    'not_audio',
    `The clip's ${name} is not supported in its container. Send WAV, MP3 or FLAC, or AAC in M4A, or Opus or Vorbis in OGG or WebM.`,
  )
}

/** The error of a film without a sound track. */
export function withoutSound(): ClipError {
  return new ClipError('not_audio', 'The clip is a video without sound. Send a file with sound.')
}
