import { join } from 'node:path'
import { run } from '../recognizer.ts'

/** Runs a Praat script of this folder and gives what it prints; throws with what it complained about when it fails. */
export function praat(script: string, ...parameters: readonly (string | number)[]): Promise<string> {
  return run(['praat', '--run', join(import.meta.dir, script), ...parameters.map(String)])
}
