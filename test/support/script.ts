import { localeOf } from '../../src/languages/registry.ts'
import { type Line, Script } from '../../src/speech/script.ts'

/** The lines of a text that is all there. */
export function linesOf(text: string, locale = localeOf('en-US')): Line[] {
  const script = new Script(locale)
  return [...script.push(text), ...script.flush()]
}
