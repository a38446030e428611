import { isPause, type Token } from '../../languages/shared/text/token.ts'
import { catalogue } from './model-folder.ts'
import { FULL_FRAMES, OPENING_FRAMES, type Window, type WindowSpeech, type WorkerLanguage } from './window.ts'

/**
 * Speaks texts of every language and length in windows of every size, so that no request is the first of its shape. The
 * longest text comes last.
 */
export async function warmUp(
  languages: readonly WorkerLanguage[],
  speak: (window: Window) => Promise<WindowSpeech>,
): Promise<void> {
  const speaker = catalogue()[0]!.speaker
  const texts = languages.flatMap(({ code, warmUp }) => warmUp.map((text) => ({ text, language: code })))
  for (const { text, language } of texts.toSorted((one, other) => one.text.length - other.text.length)) {
    let window: Window = {
      text: plainTokens(text),
      language,
      speaker,
      seed: 0,
      first: 0,
      count: OPENING_FRAMES,
      phase: 0,
    }
    for (let count = OPENING_FRAMES; count <= FULL_FRAMES; count *= 2) {
      const { pcm, nextPhase, segment } = await speak({ ...window, count })
      if (pcm.length === 0) break
      window = { ...window, text: segment.ids, first: window.first + count, phase: nextPhase }
    }
  }
}

/** Words and marks as they stand: the text front ends would cost every worker some 10 MB that it never needs again. */
export function plainTokens(text: string): Token[] {
  const parts = text.match(/\p{L}+|[.,?]/gu) ?? []
  return parts.map((part) => (isPause(part) ? part : { written: part, spoken: [part.toLowerCase()] }))
}
