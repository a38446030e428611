import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { catalogue } from '../../src/speech/engine/model-folder.ts'
import { openStorage } from '../../src/storage/open.ts'
import { TwilioLine } from '../bridges/calls/lines.ts'
import { createMember } from '../support/member.ts'
import { startPurr } from '../support/process.ts'
import { post } from '../support/request.ts'
import { printGoals } from './goals.ts'
import { withFolder } from './recognizer.ts'
import { millisecondsAt, percentile } from './statistics.ts'

/**
 * Calls side by side, on each of which something is said all the time, as Twilio's media streams have them:
 * `bun run bench:calls`. The first argument chooses how many there are, `--seconds` how long they are observed. Server
 * and telephone system share the machine: best when it has nothing else to do.
 */

const FRAME_TIME = 20
/** Frames that come at once at the start of an utterance. */
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
await withFolder(measure)
process.exit(0)

/** A call that is observed. */
interface Observed {
  readonly line: TwilioLine
  /** Milliseconds by which frames came earlier or later than 20 ms after the one before, as the utterance has them. */
  readonly deviations: number[]
}

async function measure(dataDir: string): Promise<void> {
  const { db, close } = await openStorage({ databaseUrl: undefined, dataDir })
  const { key } = await createMember(db, CREDITS, LIMITS)
  await close()
  const server = await startPurr({ DATA_DIR: dataDir, PURR_API_KEY: key })
  const act = (what: string, { callId }: TwilioLine, body: object = {}) =>
    post(`${server.url}/calls/${callId}/${what}`, key, body)
  try {
    const parameters = { api_key: key, voice: catalogue()[0]!.name }
    const observed = await Promise.all(
      Array.from({ length: calls }, async (): Promise<Observed> => {
        return { line: await TwilioLine.connect(server.url, { parameters }), deviations: [] }
      }),
    )
    await Bun.sleep(500) // until all keys are checked
    const end = performance.now() + Number(values.seconds) * 1000
    await Promise.all(observed.map((each) => speakUntil(end, each, act)))
    const jitter = observed.flatMap(({ deviations }) => deviations)
    const silences = await Promise.all(observed.map(({ line }) => interrupted(line, act)))
    const silence = silences.map(({ after }) => after)
    const stale = silences.reduce((sum, each) => sum + each.stale, 0)

    console.log(`${calls} calls, ${values.seconds} s; load average ${loadavg()[0]!.toFixed(1)}\n`)
    console.log('| milliseconds | p50 | p95 | p99 | worst |\n|---|---|---|---|---|')
    row(`jitter of ${jitter.length} frames`, jitter)
    row(`from interrupt to silence, all calls at once`, silence)
    console.log(`\nframes after the silence: ${stale}`)
    printGoals([
      [`jitter: p99 under ${GOALS.jitter} ms`, percentile(jitter, 99) < GOALS.jitter],
      [`interrupt: silent within ${GOALS.silence} ms (p95)`, percentile(silence, 95) < GOALS.silence],
      ['no frame of what was interrupted comes afterwards', stale === 0],
    ])
    for (const { line } of observed) line.hangUp()
  } finally {
    await server.stop()
  }
}

type Act = (what: string, line: TwilioLine, body?: object) => Promise<Response>

/** Says the text again and again, and notes when the frames of each utterance came. */
async function speakUntil(end: number, { line, deviations }: Observed, act: Act): Promise<void> {
  await Bun.sleep(Math.random() * 3000)
  while (performance.now() < end) {
    const [frames, said] = [line.frames.length, line.said.length]
    const answer = await act('say', line, { transcript: TEXT })
    if (!answer.ok) throw new Error(`a call could not be spoken on: ${await answer.text()}`)
    await line.until(() => line.said.length > said)
    deviations.push(...deviationsOf(line.frames.slice(frames + LOOK_AHEAD).map(({ at }) => at)))
    await Bun.sleep(line.buffered)
  }
}

/** How far each of some times is from a grid of frames, the one that fits best. */
function deviationsOf(times: readonly number[]): number[] {
  const offsets = times.map((at, index) => at - index * FRAME_TIME)
  const middle = percentile(offsets, 50)
  return offsets.map((offset) => Math.abs(offset - middle))
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
