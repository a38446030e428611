import { run } from './recognizer.ts'

/** Runs a Praat script and returns its output. Throws with its error output if it fails. */
export function praat(script: string, ...parameters: readonly (string | number)[]): Promise<string> {
  return run(['praat', '--run', script, ...parameters.map(String)])
}
