import { ClipError } from '../../audio/clip/clip.ts'
import { confine, type Usage } from '../../system/confine.ts'
import { lowerPriority } from '../../system/priority.ts'
import type { ClipRefusal } from './cloner.ts'

/** What an analysis may use up. A clone takes 4 seconds of processor time and less than 300 MB. */
const USAGE: Usage = { seconds: 60, memory: 768 * 2 ** 20 }

/** A lower priority than that of the server and its inference, for which somebody waits. */
const CLIP_NICENESS = 10

/** What a process of this folder writes to its standard output, in JSON. */
export interface ProcessAnswer<Answer> {
  readonly answer: Answer
  /** What the process could do, and should not have been able to. */
  readonly unconfined: readonly string[]
}

/**
 * Does the work of a process that analyses a voice: confines itself, reads its standard input, answers.
 *
 * @param niceness how much the work yields to that of the server, for which somebody waits: 0 to 19
 */
export async function analyse<Answer>(
  niceness: number,
  work: (input: Uint8Array) => Promise<Answer>,
  usage = USAGE,
): Promise<void> {
  const unconfined = confine(usage)
  lowerPriority(niceness)
  const answer = await work(await Bun.stdin.bytes())
  await Bun.write(Bun.stdout, JSON.stringify({ answer, unconfined } satisfies ProcessAnswer<Answer>))
}

/**
 * Does the work of a process that reads a clip. What strangers send is decoded here, where it can do no harm, and all memory it
 * took is given back. A ClipError is an answer too.
 */
export async function analyseClip<Answer>(work: (file: Uint8Array) => Promise<Answer>): Promise<void> {
  await analyse<Answer | ClipRefusal>(CLIP_NICENESS, async (file) => {
    try {
      return await work(file)
    } catch (cause) {
      if (cause instanceof ClipError) return { fault: cause.fault, message: cause.message }
      throw cause
    }
  })
}
