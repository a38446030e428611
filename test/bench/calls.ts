import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { openStorage } from '../../src/storage/open.ts'
import { TwilioLine } from '../bridges/calls/lines.ts'
import { chosenPostgres } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { startPurr } from '../support/process.ts'
import { post } from '../support/request.ts'
import { printGoals } from './goals.ts'
import { withFolder } from './recognizer.ts'
import { millisecondsAt, percentile } from './statistics.ts'

/**
 * Calls side by side, on each of which something is said all the time, as Twilio's media streams have them:
 * `bun run bench:calls`. The first argument chooses how many there are, `--seconds` how long they are observed. The
 * database of DATABASE_URL must let its user create databases. Server and telephone system share the machine: best when
 * it has nothing else to do.
 */

const FRAME_TIME = 20
/** Frames that come at once at the start of an utterance, or after a gap. */
const LOOK_AHEAD = 10
const TEXT =
  'Thank you for calling. All our lines are busy at the moment, so please stay on the line, and the next of us who is free will be with you.'
/** Out of the way. */
const CREDITS = 1_000_000_000
const LIMITS = { requestsPerMinute: 1_000_000, concurrency: 1000 }
const GOALS = { jitter: 5, silence: 40 }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' } },
})
const calls = Number(positionals[0] ?? 50)
const postgres = await chosenPostgres()
try {
  await withFolder(measure)
} finally {
  await postgres?.drop()
}
process.exit(0)

/** A call that is observed. */
interface Observed {
  readonly line: TwilioLine
  /** Milliseconds by which frames came earlier or later than 20 ms after the one before. */
  readonly deviations: number[]
  /** Milliseconds for which the telephone system had nothing to play in the middle of an utterance. */
  readonly gaps: number[]
}

async function measure(dataDir: string): Promise<void> {
  const { db, close } = await openStorage({ databaseUrl: postgres?.url, dataDir })
  const { key } = await createMember(db, CREDITS, LIMITS)
  await close()
  const server = await startPurr({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url ?? '',
    PURR_API_KEY: key,
    WORKERS: '',
  })
  const act = (what: string, { callId }: TwilioLine, body: object = {}) =>
    post(`${server.url}/calls/${callId}/${what}`, key, body)
  try {
    const parameters = { api_key: key, voice: catalogue()[0]!.name }
    const observed = await Promise.all(
      Array.from({ length: calls }, async (): Promise<Observed> => {
        return { line: await TwilioLine.connect(server.url, { parameters }), deviations: [], gaps: [] }
      }),
    )
    await Bun.sleep(500) // until all keys are checked
    const end = performance.now() + Number(values.seconds) * 1000
    await Promise.all(observed.map((each) => speakUntil(end, each, act)))
    const jitter = observed.flatMap(({ deviations }) => deviations)
    const silences = await Promise.all(observed.map(({ line }) => interrupted(line, act)))
    const silence = silences.map(({ after }) => after)
    const stale = silences.reduce((sum, each) => sum + each.stale, 0)

    const database = postgres ? 'Postgres' : 'the embedded database'
    console.log(
      `${calls} calls, ${values.seconds} s, ${database}; load average ${loadavg()[0]!.toFixed(1)}\n`,
    )
    console.log('| milliseconds | p50 | p95 | p99 | worst |\n|---|---|---|---|---|')
    row(`jitter of ${jitter.length} frames`, jitter)
    row(`from interrupt to silence, all calls at once`, silence)
    console.log(`\nframes after the silence: ${stale}`)
    const gaps = observed.flatMap((each) => each.gaps)
    console.log(`gaps in the speech: ${gaps.length}, the longest of ${Math.max(0, ...gaps).toFixed(0)} ms`)
    printGoals([
      [`jitter: p99 under ${GOALS.jitter} ms`, percentile(jitter, 99) < GOALS.jitter],
      [`interrupt: silent within ${GOALS.silence} ms (p95)`, percentile(silence, 95) < GOALS.silence],
      ['no frame of what was interrupted comes afterwards', stale === 0],
      ['no gap in the speech', gaps.length === 0],
    ])
    for (const { line } of observed) line.hangUp()
  } finally {
    await server.stop()
  }
}

type Act = (what: string, line: TwilioLine, body?: object) => Promise<Response>

/** Says the text again and again, and notes when the frames of each utterance came. */
async function speakUntil(end: number, { line, deviations, gaps }: Observed, act: Act): Promise<void> {
  await Bun.sleep(Math.random() * 3000)
  while (performance.now() < end) {
    const [frames, said] = [line.frames.length, line.said.length]
    const answer = await act('say', line, { transcript: TEXT })
    if (!answer.ok) throw new Error(`a call could not be spoken on: ${await answer.text()}`)
    await line.until(() => line.said.length > said)
    const times = line.frames.slice(frames).map(({ at }) => at)
    const paced = times.slice(LOOK_AHEAD)
    deviations.push(...paced.slice(1).map((at, index) => Math.abs(at - paced[index]! - FRAME_TIME)))
    gaps.push(...gapsOf(times))
    await Bun.sleep(line.buffered)
  }
}

/** How long there was nothing to play, each time, when frames came at some times and are played as they come. */
function gapsOf(times: readonly number[]): number[] {
  const gaps: number[] = []
  let playedAt = times[0] ?? 0
  for (const at of times) {
    if (at > playedAt) gaps.push(at - playedAt)
    playedAt = Math.max(playedAt, at) + FRAME_TIME
  }
  return gaps
}

/** Interrupts a call in the middle of an utterance: how long it takes until it is silent, and what comes afterwards. */
async function interrupted(line: TwilioLine, act: Act): Promise<{ after: number; stale: number }> {
  const frames = line.frames.length
  await act('say', line, { transcript: TEXT })
  await line.until(() => line.frames.length > frames + 50)
  const asked = performance.now()
  await act('interrupt', line)
  await line.until(() => line.said.at(-1)!.message === 'clear')
  const clear = line.said.at(-1)!
  await Bun.sleep(1000)
  return { after: clear.at - asked, stale: line.frames.length - clear.after }
}

function row(what: string, times: readonly number[]): void {
  console.log(
    `| ${what} | ${[50, 95, 99, 100].map((percent) => millisecondsAt(times, percent)).join(' | ')} |`,
  )
}
