import { type Line, Script } from '../../src/speech/script.ts'

/** The lines of an American text that is all there. */
export function linesOf(text: string): Line[] {
  const script = new Script('en-US')
  return [...script.push(text), ...script.flush()]
}
