import { ClipError } from './clip-error.ts'

/** @param codec what the container calls it, if it does */
export function unsupportedCodec(codec: string | null): ClipError {
  const name = codec ? `"${codec}"` : "this file's"
  return new ClipError(
    'not_audio',
    `The codec ${name} is not supported in its container. Send WAV, MP3 or FLAC, or AAC in M4A, or Opus or Vorbis in OGG or WebM.`,
  )
}

export function withoutSound(): ClipError {
  return new ClipError('not_audio', 'The clip is a film without sound. Send a file with sound.')
}
