import { localeOf } from '../../src/languages/registry.ts'
import { type TextSegment, TextStream } from '../../src/speech/text-stream.ts'

/** The segments of a complete text. */
export function segmentsOf(text: string, locale = localeOf('en-US')): TextSegment[] {
  const stream = new TextStream(locale)
  return [...stream.push(text), ...stream.flush()]
}
