import { ModelError } from '../../shared/engine-kind.ts'

/** How a voice sounds, as the language model hears it: the frames of a recording, one a row. */
export interface VoicePrompt {
  readonly frames: number
  /** Numbers of a frame. */
  readonly width: number
  readonly data: Float32Array
}

/**
 * A prompt as text, to be stored with a voice: the width, and the numbers in 16 bits. A second of a recording has about 34 kB.
 */
export function textOfPrompt({ width, data }: VoicePrompt): string {
  return `${width}:${Buffer.from(new Float16Array(data).buffer).toString('base64')}`
}

/** @throws ModelError when it is no such text */
export function promptFromText(text: string): VoicePrompt {
  const [, width, numbers] = /^(\d+):(.*)$/.exec(text) ?? []
  if (width === undefined) throw new ModelError('The voice is of another model: it has no frames.')
  const bytes = new Uint8Array(Buffer.from(numbers!, 'base64'))
  const data = Float32Array.from(new Float16Array(bytes.buffer))
  return { frames: data.length / Number(width), width: Number(width), data }
}
