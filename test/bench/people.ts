import { join } from 'node:path'
import { run } from './recognizer.ts'

/** Those whose recordings taught the model. */
export const PEOPLE = ['kerstin', 'nathalie', 'kathleen'] as const

export type Person = (typeof PEOPLE)[number]

export interface Recording {
  readonly id: string
  readonly text: string
}

/** Recordings that nothing was trained on. */
export const HELD_OUT: Readonly<Record<Person, readonly Recording[]>> = await Bun.file(
  join(import.meta.dir, '../../models/gepard-1.0/training/held-out.json'),
).json()

/** Where the recordings are when nothing else is said. They are not in this repository. */
export const RECORDINGS = join(import.meta.dir, '../../../shared/speech')

/** Writes a person's recording as a WAV file. */
export function decodeRecording(recordings: string, person: Person, id: string, file: string) {
  return run(['opusdec', '--quiet', '--force-wav', join(recordings, person, `${id}.opus`), file])
}
