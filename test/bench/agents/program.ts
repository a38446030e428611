/** A program: voice agents that speak concurrently until the parent process stops them. Its argument is the load. */

import { seeded } from '../../support/random.ts'
import { Agent, type Journal, type Timed } from './agent.ts'

/** The load that the agents make. */
export interface Load {
  readonly url: string
  readonly key: string
  readonly agents: number
  /** The time for which they are observed after all have connected. */
  readonly seconds: number
}

/** Messages to the parent process: the start and the end of the observation, then its results. */
export type Message = 'begun' | 'ended' | Observation

export interface Observation {
  /** Times to first audio of the turns begun during the observation (milliseconds): whole texts, and token by token. */
  readonly whole: readonly number[]
  readonly byToken: readonly number[]
  readonly chunks: number
  /** The delays of late chunks (milliseconds). */
  readonly underruns: readonly number[]
  readonly turns: number
  /** Turns that were refused for lack of room. */
  readonly refused: number
}

/** The time in which the agents connect (milliseconds). */
const RAMP = 3000
/** How long to wait for turns begun at the end (milliseconds). After that they count with the time they have waited. */
const RUN_OUT = 1000

process.on('disconnect', () => process.exit(0)) // the parent is gone
const { url, key, agents, seconds }: Load = JSON.parse(process.argv[2]!)
const journal: Journal = { firstAudio: [], chunks: [], done: [], refused: [] }
const all = await Promise.all(
  Array.from({ length: agents }, async (_, index) => {
    await Bun.sleep((RAMP * index) / agents)
    const agent = await Agent.connect(url, key, seeded(index), journal)
    void agent.live()
    return agent
  }),
)
const begin = performance.now()
tell('begun')
await Bun.sleep(seconds * 1000)
const end = performance.now()
tell('ended')
await Bun.sleep(RUN_OUT)
const isObserved = ({ at }: Pick<Timed, 'at'>) => at >= begin && at < end
const firstAudio = [...journal.firstAudio, ...all.flatMap(({ waiting }) => waiting)].filter(isObserved)
const chunks = journal.chunks.filter(isObserved)
tell({
  whole: firstAudio.filter(({ byToken }) => !byToken).map(({ took }) => took),
  byToken: firstAudio.filter(({ byToken }) => byToken).map(({ took }) => took),
  chunks: chunks.length,
  underruns: chunks.filter(({ took }) => took > 0).map(({ took }) => took),
  turns: journal.done.filter((at) => isObserved({ at })).length,
  refused: journal.refused.filter((at) => isObserved({ at })).length,
})

function tell(message: Message): void {
  process.send!(message)
}
