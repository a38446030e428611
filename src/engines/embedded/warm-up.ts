import { isPause, type Token } from '../../languages/shared/text/token.ts'
import { catalogue } from './model-folder.ts'
import { OPENING_FRAMES, type Window, type WorkerLanguage } from './window.ts'

/**
 * Speaks the opening of texts of every language, so that no turn is the first that meets one. Later windows of a segment cost
 * no more the first time, and neither do other lengths.
 */
export async function warmUp(
  languages: readonly WorkerLanguage[],
  open: (tokens: readonly Token[], window: Window) => Promise<unknown>,
): Promise<void> {
  const speaker = catalogue()[0]!.speaker
  const opening = { speaker, seed: 0, first: 0, count: OPENING_FRAMES, phase: 0 }
  for (const { code, warmUp } of languages)
    for (const text of warmUp) {
      const segment = plainTokens(text)
      await open(segment, { ...opening, segment, language: code })
    }
}

/**
 * Words and marks as they stand, without numbers and the marks behind them: the text front ends would cost every worker some
 * 10 MB that it never needs again.
 */
export function plainTokens(text: string): Token[] {
  const parts = text.match(/\p{L}+|(?<!\d)[.,?]/gu) ?? []
  return parts.map((part) => (isPause(part) ? part : { written: part, spoken: [part.toLowerCase()] }))
}
