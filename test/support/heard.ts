import { localeOf } from '../../src/languages/registry.ts'
import type { Dictionary } from '../../src/languages/shared/text/dictionary.ts'
import type { Token } from '../../src/languages/shared/text/token.ts'
import { type TextSegment, TextStream } from '../../src/speech/text-stream.ts'

/**
 * What is heard of a text, its segments divided by bars: words and pauses, "tomato/təˈmɑːtəʊ/" where phones are given,
 * "(1.5s)" for silence that is asked for, "x1.5" before what is said faster, "v0.5" before what is softer.
 */
export function heard(text: string, tag: string, dictionary?: Dictionary): string {
  return shownSegments(segmentsIn([text], tag, dictionary))
}

/** The segments of a text that comes in pieces. */
export function segmentsIn(
  pieces: readonly string[],
  tag: string,
  dictionary?: Dictionary,
): readonly TextSegment[] {
  const stream = new TextStream(localeOf(tag), { dictionary })
  return [...pieces.flatMap((piece) => stream.push(piece)), ...stream.flush()]
}

function shownSegments(segments: readonly TextSegment[]): string {
  return segments
    .map(({ segment, silence }) => {
      if (silence !== undefined) return `(${silence}s)`
      if (segment === undefined) return ''
      const { tokens, speed, volume } = segment
      const factors = [speed === undefined ? [] : `x${speed}`, volume === undefined ? [] : `v${volume}`]
      return [...factors.flat(), ...tokens.map(shownToken)].filter((each) => each !== '').join(' ')
    })
    .join(' | ')
}

function shownToken(token: Token): string {
  if (typeof token === 'string') return token
  return token.spoken
    .map((spoken, at) => (token.phones?.[at] === undefined ? spoken : `${spoken}/${token.phones[at]}/`))
    .join(' ')
}
