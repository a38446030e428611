import { run } from './recognizer.ts'

/** Runs a Praat script and gives what it prints; throws with what it complained about when it fails. */
export function praat(script: string, ...parameters: readonly (string | number)[]): Promise<string> {
  return run(['praat', '--run', script, ...parameters.map(String)])
}
