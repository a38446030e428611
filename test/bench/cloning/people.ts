import { join } from 'node:path'
import { run, withFolder } from '../recognizer.ts'

/** Somebody whose recordings there are. */
export interface Person {
  readonly name: string
  /** Recordings that the model was not trained on, by id; absent where it was trained on none. */
  readonly heldOut?: string
}

export const PEOPLE: readonly Person[] = [
  { name: 'kerstin' },
  { name: 'nathalie' },
  { name: 'kathleen', heldOut: 'kathleen-held-out.txt' },
]

/** Seconds that a clip has at least. */
const CLIP = 25

/** Two clips of one person, alternate recordings in each, so that both are of the same sittings. */
export async function clipsOf(
  { name, heldOut }: Person,
  recordings: string,
  folder: string,
): Promise<readonly [string, string]> {
  const ids =
    heldOut === undefined ? await allIds(join(recordings, name)) : await lines(join(import.meta.dir, heldOut))
  const clips = [join(folder, `${name}.wav`), join(folder, `${name}-other.wav`)] as const
  await withFolder(async (utterances) => {
    const halves: string[][] = [[], []]
    const seconds = [0, 0]
    const remaining = ids[Symbol.iterator]()
    while (Math.min(...seconds) < CLIP) {
      const { value: id, done } = remaining.next()
      if (done) throw new Error(`${name} has too few recordings`)
      const shorter = seconds[0]! <= seconds[1]! ? 0 : 1
      const file = join(utterances, `${id}.wav`)
      await run(['opusdec', '--quiet', '--force-wav', join(recordings, name, `${id}.opus`), file])
      halves[shorter]!.push(file)
      seconds[shorter]! += Number(await run(['soxi', '-D', file]))
    }
    for (const [index, clip] of clips.entries()) await run(['sox', ...halves[index]!, '-b', '16', clip])
  })
  return clips
}

async function allIds(folder: string): Promise<string[]> {
  return (await lines(join(folder, 'metadata.csv'))).map((line) => line.split('|')[0]!)
}

async function lines(file: string): Promise<string[]> {
  return (await Bun.file(file).text()).trim().split('\n')
}
