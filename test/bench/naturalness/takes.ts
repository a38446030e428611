import { join } from 'node:path'
import { decode, type Person, recordingsOf } from '../people.ts'
import { readSamples } from '../samples.ts'
import { RATE } from '../spectrum.ts'
import type { Pair } from './comparison.ts'
import { speechIn } from './utterance.ts'

/** The most takes. More would not change the figures. */
const MAX_TAKES = 40

/**
 * Texts that a person read twice, two takes of each, at most 40. They show how much one person's speech varies for the
 * same text. They may be training data, because the model is not involved.
 *
 * @param recordings the folder of the people's recordings
 */
export async function takesOf(recordings: string, name: Person, folder: string): Promise<Pair[]> {
  const takes = new Map<string, string[]>()
  for (const { id, text } of await recordingsOf(recordings, name)) {
    const said = text.toLowerCase().replace(/[^\p{L} ]/gu, '')
    takes.set(said, [...(takes.get(said) ?? []), id])
  }
  const read = async (id: string) => {
    const file = join(folder, `${id}.wav`)
    await decode(recordings, name, id, file)
    return speechIn(await readSamples(file, RATE))
  }
  const pairs: Pair[] = []
  for (const [one, other] of takes.values()) {
    if (pairs.length === MAX_TAKES) break
    if (other !== undefined) pairs.push({ recording: await read(one!), speech: await read(other) })
  }
  return pairs
}
