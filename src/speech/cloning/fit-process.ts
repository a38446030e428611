import { setPriority } from 'node:os'
import { fitSpeaker } from './fit.ts'

/** A process that makes the speaker of one profile, which comes as its standard input, and ends. */

/** The lowest priority: nobody waits for it, as somebody does for a clone. */
const NICENESS = 19

setPriority(NICENESS)
await Bun.write(Bun.stdout, JSON.stringify(await fitSpeaker(await Bun.stdin.json())))
