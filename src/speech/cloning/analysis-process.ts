import { setPriority } from 'node:os'
import { confine, type Usage } from '../../system/confine.ts'

/** What an analysis may use up. A clone takes 4 seconds of processor time and less than 300 MB. */
const USAGE: Usage = { seconds: 60, memory: 768 * 2 ** 20 }

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
  setPriority(niceness)
  const answer = await work(await Bun.stdin.bytes())
  await Bun.write(Bun.stdout, JSON.stringify({ answer, unconfined } satisfies ProcessAnswer<Answer>))
}
