import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './recognizer.ts'

/** The people with recordings. */
export const PEOPLE = ['kerstin', 'nathalie', 'kathleen'] as const

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

/** Ends a bench if its folder of recordings does not exist. */
export function requireRecordings(recordings: string): void {
  if (existsSync(recordings)) return
  console.error(`There are no recordings in ${recordings}. Please say where they are: --recordings FOLDER`)
  process.exit(1)
}

/**
 * Writes one of a person's recordings as a WAV file of 22050 Hz.
 *
 * @param recordings the folder of the people's recordings
 */
export async function decode(recordings: string, name: Person, id: string, file: string): Promise<void> {
  const opus = join(recordings, name, `${id}.opus`)
  await run(['opusdec', '--quiet', '--force-wav', '--rate', '22050', opus, file])
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
