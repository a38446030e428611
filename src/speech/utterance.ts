import { setImmediate } from 'node:timers/promises'
import type { Engine, Speech, WordTime } from './engine/engine.ts'
import { SAMPLE_RATE } from './engine/engine.ts'
import type { Speaker } from './engine/speaker.ts'
import { fadeIn, fadeOut, pauseAfter } from './join.ts'
import { Playback } from './playback.ts'
import type { Line } from './script.ts'

/** A stretch of a turn's speech. */
export interface Spoken<SpokenLine extends Line = Line> {
  /** Samples at 22050 Hz, -1 to 1. */
  readonly pcm: Float32Array
  /** Words first told with this stretch; their times, in seconds, count from the start of the turn. */
  readonly words: readonly WordTime[]
  readonly line: SpokenLine
  /** True for the last stretch of the line. */
  readonly last: boolean
}

/** A line that is being spoken. */
interface Begun<SpokenLine> {
  readonly line: SpokenLine
  readonly stretches: AsyncIterator<Speech>
  readonly opening: Promise<IteratorResult<Speech>>
}

const silent = () => {}
const NOTHING = new Float32Array(0)

/**
 * Speaks a turn: its lines one after the other, joined by natural pauses. The next line is begun while one is being
 * spoken, as soon as it is known, so that no gap opens between them.
 *
 * @param signal ends the work within one step of the model
 * @param playback is told of all speech
 * @throws EngineFailure when a segment could not be spoken
 */
export async function* utter<SpokenLine extends Line>(
  lines: Iterable<SpokenLine> | AsyncIterable<SpokenLine>,
  speaker: Speaker,
  engine: Engine,
  signal: AbortSignal,
  playback = new Playback(),
): AsyncGenerator<Spoken<SpokenLine>> {
  const left = new AbortController()
  const until = AbortSignal.any([signal, left.signal])
  const source = inTurn(lines)
  let isOpening = true
  const begin = async (earliest: number): Promise<Begun<SpokenLine> | undefined> => {
    const { done, value: line } = await source.next()
    if (done) return undefined
    const due = Math.max(earliest, performance.now())
    const options = { signal: until, due, opening: isOpening }
    const speech = line.segment === undefined ? inTurn([]) : engine.speak(line.segment, speaker, options)
    if (line.segment !== undefined) isOpening = false
    const stretches = speech[Symbol.asyncIterator]()
    const opening = stretches.next()
    opening.catch(silent) // begun ahead, it may fail before it is awaited
    return { line, stretches, opening }
  }
  let produced = 0
  let pause: Float32Array = NOTHING
  const handOn = (spoken: Spoken<SpokenLine>) => {
    produced += spoken.pcm.length
    playback.add(spoken.pcm.length)
    return spoken
  }
  let current = await begin(playback.end)
  let following: Promise<Begun<SpokenLine> | undefined> = Promise.resolve(undefined)
  try {
    for (; current !== undefined; current = await following) {
      const { line } = current
      following = begin(playback.end + (line.segment?.seconds ?? 0) * 1000)
      following.catch(silent)
      if (line.segment === undefined) {
        await setImmediate() // thousands of them may come in a row
        yield handOn({ pcm: NOTHING, words: [], line, last: true })
        continue
      }
      if (pause.length > 0) yield handOn({ pcm: pause, words: [], line, last: false })
      pause = pauseAfter(line.segment.tokens)
      const from = produced / SAMPLE_RATE
      for await (const { pcm, words, last } of faded(current)) {
        yield handOn({ pcm, words: words.map((word) => later(word, from)), line, last })
      }
    }
  } finally {
    left.abort()
    current?.stretches.return?.().catch(silent)
    following.then((begun) => begun?.stretches.return?.()).catch(silent)
  }
}

/** A segment from silence to silence. */
async function* faded({ stretches, opening }: Begun<unknown>): AsyncGenerator<Speech> {
  let result = await opening
  if (!result.done) fadeIn(result.value.pcm)
  for (; !result.done; result = await stretches.next()) {
    if (result.value.last) fadeOut(result.value.pcm)
    yield result.value
  }
}

async function* inTurn<Value>(values: Iterable<Value> | AsyncIterable<Value>): AsyncGenerator<Value> {
  yield* values
}

function later({ word, start, end }: WordTime, seconds: number): WordTime {
  return { word, start: start + seconds, end: end + seconds }
}
