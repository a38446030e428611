import { join } from 'node:path'
import { decode, HELD_OUT, type Person } from '../people.ts'
import { run, withFolder } from '../recognizer.ts'

/** The shortest clip, in seconds. */
const CLIP = 25

/** Two clips of one person. They take alternate recordings, so that both have the same sessions. */
export async function clipsOf(
  name: Person,
  recordings: string,
  folder: string,
): Promise<readonly [string, string]> {
  const clips = [join(folder, `${name}.wav`), join(folder, `${name}-other.wav`)] as const
  await withFolder(async (utterances) => {
    const halves: string[][] = [[], []]
    const seconds = [0, 0]
    const remaining = HELD_OUT[name][Symbol.iterator]()
    while (Math.min(...seconds) < CLIP) {
      const { value, done } = remaining.next()
      if (done) throw new Error(`${name} has too few recordings`)
      const shorter = seconds[0]! <= seconds[1]! ? 0 : 1
      const file = join(utterances, `${value.id}.wav`)
      await decode(recordings, name, value.id, file)
      halves[shorter]!.push(file)
      seconds[shorter]! += Number(await run(['soxi', '-D', file]))
    }
    for (const [index, clip] of clips.entries()) await run(['sox', ...halves[index]!, '-b', '16', clip])
  })
  return clips
}
