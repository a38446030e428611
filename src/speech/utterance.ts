import { setImmediate } from 'node:timers/promises'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { Engine, Speech, WordTime } from './engine/engine.ts'
import type { Speaker } from './engine/speaker.ts'
import { fadeIn, fadeOut, pauseAfter } from './join.ts'
import type { TextSegment } from './text-stream.ts'

/** A piece of a turn's speech. */
export interface SpeechChunk {
  /** Samples at 22050 Hz, -1 to 1. */
  readonly pcm: Float32Array
  /** Words first told with this stretch; their times, in seconds, count from the start of the turn. */
  readonly words: readonly WordTime[]
  /** The text that is spoken. */
  readonly text: TextSegment
  /** True for the last piece of that text. */
  readonly last: boolean
}

/** Tells when a listener runs out of speech who plays it as it comes, without a gap where there need not be one. */
export class PlaybackClock {
  #heard = 0

  /** Notes that samples (at 22050 Hz) were handed on. */
  add(samples: number): void {
    this.#heard = this.runsDryAt + (samples / SAMPLE_RATE) * 1000
  }

  /** When all speech so far will have been heard, now at the earliest (milliseconds of `performance.now`). */
  get runsDryAt(): number {
    return Math.max(this.#heard, performance.now())
  }
}

/** A segment that is being spoken. */
interface Begun {
  readonly text: TextSegment
  readonly stretches: AsyncIterator<Speech>
  readonly opening: Promise<IteratorResult<Speech>>
}

const silent = () => {}
const NOTHING = new Float32Array(0)

/**
 * Speaks a turn: its segments one after the other, joined by natural pauses. The next one is begun while one is being
 * spoken, as soon as it is known, so that no gap opens between them.
 *
 * @param signal ends the work within one step of the model
 * @param clock is told of all speech, so that others see when the listener runs out of it
 * @throws EngineFailure when a segment could not be spoken
 */
export async function* speak(
  segments: Iterable<TextSegment> | AsyncIterable<TextSegment>,
  speaker: Speaker,
  engine: Engine,
  signal: AbortSignal,
  clock = new PlaybackClock(),
): AsyncGenerator<SpeechChunk> {
  const left = new AbortController()
  const until = AbortSignal.any([signal, left.signal])
  const source = inTurn(segments)
  let isOpening = true
  const begin = async (earliest: number): Promise<Begun | undefined> => {
    const { done, value: text } = await source.next()
    if (done) return undefined
    const due = Math.max(earliest, performance.now())
    const options = { signal: until, due, opening: isOpening }
    const speech = text.segment === undefined ? inTurn([]) : engine.speak(text.segment, speaker, options)
    if (text.segment !== undefined) isOpening = false
    const stretches = speech[Symbol.asyncIterator]()
    const opening = stretches.next()
    opening.catch(silent) // begun ahead, it may fail before it is awaited
    return { text, stretches, opening }
  }
  let produced = 0
  let pause: Float32Array = NOTHING
  const handOn = (spoken: SpeechChunk) => {
    produced += spoken.pcm.length
    clock.add(spoken.pcm.length)
    return spoken
  }
  let current = await begin(clock.runsDryAt)
  let following: Promise<Begun | undefined> = Promise.resolve(undefined)
  try {
    for (; current !== undefined; current = await following) {
      const { text } = current
      following = begin(clock.runsDryAt + (text.segment?.seconds ?? 0) * 1000)
      following.catch(silent)
      if (text.segment === undefined) {
        await setImmediate() // thousands of them may come in a row
        yield handOn({ pcm: NOTHING, words: [], text, last: true })
        continue
      }
      if (pause.length > 0) yield handOn({ pcm: pause, words: [], text, last: false })
      pause = pauseAfter(text.segment.tokens)
      const from = produced / SAMPLE_RATE
      for await (const { pcm, words, last } of faded(current)) {
        yield handOn({ pcm, words: words.map((word) => later(word, from)), text, last })
      }
    }
  } finally {
    left.abort()
    current?.stretches.return?.().catch(silent)
    following.then((begun) => begun?.stretches.return?.()).catch(silent)
  }
}

/** A segment from silence to silence. */
async function* faded({ stretches, opening }: Begun): AsyncGenerator<Speech> {
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
