import type { Locale } from '../../src/languages/shared/text/token.ts'
import { type Line, Script } from '../../src/speech/script.ts'

/** The lines of a text that is all there. */
export function linesOf(text: string, locale: Locale = 'en-US'): Line[] {
  const script = new Script(locale)
  return [...script.push(text), ...script.flush()]
}
