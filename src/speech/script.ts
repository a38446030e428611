import { crc32 } from 'node:zlib'
import type { Segment } from './engine/engine.ts'
import { estimateSeconds } from './length-estimate.ts'
import { normalise } from './text/normalise.ts'
import { Segmenter } from './text/segmenter.ts'
import type { Locale, Token } from './text/token.ts'

/** A transcript made ready to be spoken. */
export interface Script {
  readonly segments: readonly Segment[]
  /** Predicted length of the speech in seconds. Past the limit, the length at which reading stopped. */
  readonly seconds: number
}

/**
 * Cuts a transcript into segments of words as they are spoken. What has nothing to be said is left out; a transcript
 * without any word gives no segment.
 *
 * @param limit seconds of speech after which the rest is not read: work is bounded by the speech, not by the text
 */
export function prepare(transcript: string, locale: Locale, limit: number): Script {
  const segmenter = new Segmenter()
  const segments: Segment[] = []
  let seconds = 0
  const texts = [...segmenter.push(transcript), ...segmenter.end()]
  for (const [index, text] of texts.entries()) {
    const tokens = normalise(text, locale, index < texts.length - 1 ? ',' : '.')
    if (!tokens.some(isSpoken)) continue
    const segment = { tokens, seconds: estimateSeconds(tokens), seed: crc32(text) }
    segments.push(segment)
    seconds += segment.seconds
    if (seconds > limit) break
  }
  return { segments, seconds }
}

function isSpoken(token: Token): boolean {
  return typeof token !== 'string' && token.spoken.length > 0
}
