import type { Language } from '../languages/shared/language.ts'
import { TextStream } from './text-stream.ts'

/**
 * Reads the warm-up texts of languages, so that no turn is the first whose text is read: that takes many times as long as later
 * ones, because a pattern is compiled when it is first used.
 */
export function warmUpReading(languages: readonly Language[]): void {
  for (const language of languages) {
    const stream = new TextStream({ tag: language.localeIn(undefined), language })
    for (const text of language.warmUp) {
      stream.push(text)
      stream.flush()
    }
  }
}
