import type { LocalPiece, LocalRequest } from '../../../src/engines/onnx/local-model.ts'
import { plainLocaleOf } from '../../../src/languages/registry.ts'
import { segmentsOf } from '../text-stream.ts'

/** What a local model is asked for to speak a sentence, as Purr reads it. */
export function localRequest(text: string, changed: Partial<LocalRequest> = {}): LocalRequest {
  const { segment } = segmentsOf(text, plainLocaleOf(changed.tag ?? 'en-US'))[0]!
  const { tokens, tag, language } = segment!
  return { text, tokens, tag, language: language.code, voice: '0', speed: 1, seed: 7, ...changed }
}

/** All samples of a segment. */
export async function samplesOf(pieces: AsyncIterable<LocalPiece>): Promise<number[]> {
  const samples: number[] = []
  for await (const { pcm } of pieces) samples.push(...pcm)
  return samples
}

/** The largest difference of two rows of samples; infinite when they are not equally long. */
export function difference(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY
  return Math.max(...one.map((value, at) => Math.abs(value - other[at]!)))
}
