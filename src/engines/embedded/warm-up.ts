import { isPause, type Token } from '../../languages/shared/text/token.ts'
import { catalogue } from './model-folder.ts'
import { FULL_FRAMES, OPENING_FRAMES, type Window, type WindowSpeech, type WorkerLanguage } from './window.ts'

/**
 * Speaks the opening of texts of every language, so that no request is the first that meets one, and at last a full window of
 * the longest, for which a worker takes its memory.
 */
export async function warmUp(
  languages: readonly WorkerLanguage[],
  speak: (window: Window) => Promise<WindowSpeech>,
): Promise<void> {
  const speaker = catalogue()[0]!.speaker
  const texts = languages.flatMap(({ code, warmUp }) => warmUp.map((text) => ({ text, language: code })))
  texts.sort((one, other) => one.text.length - other.text.length)
  for (const [at, { text, language }] of texts.entries()) {
    const count = at < texts.length - 1 ? OPENING_FRAMES : FULL_FRAMES
    await speak({ text: plainTokens(text), language, speaker, seed: 0, first: 0, count, phase: 0 })
  }
}

/** Words and marks as they stand: the text front ends would cost every worker some 10 MB that it never needs again. */
export function plainTokens(text: string): Token[] {
  const parts = text.match(/\p{L}+|[.,?]/gu) ?? []
  return parts.map((part) => (isPause(part) ? part : { written: part, spoken: [part.toLowerCase()] }))
}
