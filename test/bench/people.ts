import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './recognizer.ts'

/** The people whose voices the model has learnt. */
export const PEOPLE = ['kerstin', 'nathalie', 'kathleen', 'joris'] as const

export type Person = (typeof PEOPLE)[number]

/** A recording of a text that was read aloud. */
export interface Recording {
  readonly id: string
  readonly text: string
}

/** Recordings that the model was not trained on. */
export const HELD_OUT: Readonly<Record<Person, readonly Recording[]>> = await Bun.file(
  join(import.meta.dir, '../../models/gepard-1.0/training/held-out.json'),
).json()

/** The default folder of the recordings. */
export const RECORDINGS = join(import.meta.dir, '../../../shared/speech')

/** The people of whom a folder has recordings. Ends a bench if it has none. */
export function requireRecordings(recordings: string): Person[] {
  const people = PEOPLE.filter((name) => existsSync(join(recordings, name)))
  if (people.length > 0) return people
  console.error(`There are no recordings in ${recordings}. Please say where they are: --recordings FOLDER`)
  process.exit(1)
}

/**
 * Writes one of a person's recordings as a WAV file of 22050 Hz.
 *
 * @param recordings the folder of the people's recordings
 */
export async function decode(recordings: string, name: Person, id: string, file: string): Promise<void> {
  const recording = join(recordings, name, id)
  if (existsSync(`${recording}.wav`)) await run(['sox', `${recording}.wav`, '-r', '22050', '-b', '16', file])
  else await run(['opusdec', '--quiet', '--force-wav', '--rate', '22050', `${recording}.opus`, file])
}

/**
 * All of a person's recordings, by the `metadata.csv` beside them.
 *
 * @param recordings the folder of the people's recordings
 */
export async function recordingsOf(recordings: string, name: Person): Promise<Recording[]> {
  const lines = (await Bun.file(join(recordings, name, 'metadata.csv')).text()).trim().split('\n')
  return lines.map((line) => {
    const [id = '', text = ''] = line.split('|')
    return { id, text }
  })
}
