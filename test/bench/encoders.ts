import { createCompressedEncoder } from '../../src/audio/compressed/encoder.ts'
import { CODECS, type CompressedCodec } from '../../src/audio/compressed/format.ts'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { recorded, someone } from '../support/recordings.ts'
import { printGoals } from './goals.ts'

/** What compressing speech costs: `bun run bench:encoders`. */

const ROUNDS = 9
/** Samples that are encoded at once in a turn. */
const PIECE = 11_025
/** Share of one core that a stream may take. */
const GOAL = 0.01

const speech = await recorded(someone())
const seconds = speech.length / SAMPLE_RATE

console.log(`${seconds.toFixed(1)} s of speech, the best of ${ROUNDS} rounds, one core.\n`)
console.log('| Codec | Real-time factor | Streams a core | kbit/s |')
console.log('|---|---|---|---|')
const goals: [string, boolean][] = []
for (const codec of CODECS) {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await encode(codec))
  const factor = Math.min(...rounds.map(({ encoding }) => encoding)) / seconds
  const rate = (rounds[0]!.bytes * 8) / 1000 / seconds
  const cells = [factor.toFixed(4), Math.floor(1 / factor), rate.toFixed(0)]
  console.log(`| ${codec} | ${cells.join(' | ')} |`)
  goals.push([`a stream of ${codec} takes less than ${GOAL * 100}% of a core`, factor < GOAL])
}
printGoals(goals)
process.exit() // the engine's workers wait for more

interface Round {
  /** Seconds that it took. */
  readonly encoding: number
  readonly bytes: number
}

async function encode(codec: CompressedCodec): Promise<Round> {
  const begun = process.threadCpuUsage()
  const encoder = await createCompressedEncoder(codec)
  let bytes = 0
  for (let at = 0; at < speech.length; at += PIECE)
    bytes += encoder.encode(speech.subarray(at, at + PIECE)).length
  bytes += encoder.flush().length
  return { encoding: spent(begun), bytes }
}

/** Seconds of this thread since a reading: others that are busy do not count. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1e6
}
