import type { Engine, Segment, Speech, WordTime } from './engine/engine.ts'
import { SAMPLE_RATE } from './engine/engine.ts'
import { fadeIn, fadeOut, pauseAfter } from './join.ts'
import type { Speaker } from './speaker.ts'

/** A segment that is being spoken. */
interface Begun {
  readonly segment: Segment
  readonly stretches: AsyncIterator<Speech>
  readonly opening: Promise<IteratorResult<Speech>>
}

const silent = () => {}

/**
 * Speaks a turn: its segments one after the other, joined by natural pauses. The next segment is begun while one is
 * being spoken, so that no gap opens between them.
 *
 * @param signal ends the work within one step of the model
 * @returns consecutive stretches; word times count from the start of the turn, `last` marks the end of the turn
 * @throws EngineFailure when a segment could not be spoken
 */
export async function* utter(
  segments: readonly Segment[],
  speaker: Speaker,
  engine: Engine,
  signal: AbortSignal,
): AsyncGenerator<Speech> {
  const left = new AbortController()
  const until = AbortSignal.any([signal, left.signal])
  const start = performance.now()
  let produced = 0
  const begin = (index: number, after: number): Begun | undefined => {
    const segment = segments[index]
    if (segment === undefined) return undefined
    const due = start + (produced / SAMPLE_RATE + after) * 1000
    const stretches = engine
      .speak(segment, speaker, { signal: until, due, opening: index === 0 })
      [Symbol.asyncIterator]()
    const opening = stretches.next()
    opening.catch(silent) // begun ahead, it may fail before it is awaited
    return { segment, stretches, opening }
  }
  let current = begin(0, 0)
  let following: Begun | undefined
  try {
    for (let index = 1; current !== undefined; index++) {
      following = begin(index, current.segment.seconds)
      for await (const { pcm, words, last } of joined(current, following !== undefined)) {
        const from = produced / SAMPLE_RATE
        produced += pcm.length
        yield { pcm, words: words.map((word) => later(word, from)), last: last && following === undefined }
      }
      current = following
    }
  } finally {
    left.abort()
    for (const begun of [current, following]) begun?.stretches.return?.().catch(silent)
  }
}

/** A segment from silence to silence, with the pause before the one that follows. */
async function* joined({ segment, stretches, opening }: Begun, followed: boolean): AsyncGenerator<Speech> {
  let result = await opening
  if (!result.done) fadeIn(result.value.pcm)
  for (; !result.done; result = await stretches.next()) {
    if (result.value.last) fadeOut(result.value.pcm)
    yield result.value
  }
  if (followed) yield { pcm: pauseAfter(segment.tokens), words: [], last: true }
}

function later({ word, start, end }: WordTime, seconds: number): WordTime {
  return { word, start: start + seconds, end: end + seconds }
}
