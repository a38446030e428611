import { analyse } from './analysis-process.ts'
import { fitSpeaker } from './fit.ts'

/* A process that makes the speaker of one profile, which comes as its standard input, and ends. */

/** The lowest priority: nobody waits for it, as somebody does for a clone. */
const NICENESS = 19

await analyse(NICENESS, (profile) => fitSpeaker(JSON.parse(new TextDecoder().decode(profile))))
