import { type Line, Script } from '../../src/speech/script.ts'
import type { Locale } from '../../src/speech/text/token.ts'

/** The lines of a text that is all there. */
export function linesOf(text: string, locale: Locale = 'en-US'): Line[] {
  const script = new Script(locale)
  return [...script.push(text), ...script.flush()]
}
