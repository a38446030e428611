import { setImmediate } from 'node:timers/promises'
import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { Engine, Speech, WordTime } from '../engines/shared/engine.ts'
import { shifted } from '../engines/shared/shifted.ts'
import type { AnySpeaker } from '../engines/shared/speaker.ts'
import { fadeIn, fadeOut, pauseAfter } from './join.ts'
import { PlaybackClock } from './playback-clock.ts'
import type { SpokenText, TextSegment } from './text-stream.ts'

/** A piece of a turn's speech. */
export interface SpeechChunk {
  /** Samples at 22050 Hz, -1 to 1. */
  readonly pcm: Float32Array
  /** Words that begin in this piece or later, each reported once; times in seconds from the start of the turn. */
  readonly words: readonly WordTime[]
  /** The text that is spoken. */
  readonly text: SpokenText
  /** True for the last piece of that text. */
  readonly isLast: boolean
}

/** A segment that the engine has started to speak. */
interface StartedSegment {
  readonly text: TextSegment
  readonly stretches: AsyncIterator<Speech>
  readonly first: Promise<IteratorResult<Speech>>
}

const ignore = () => {}
/** Samples of silence that are passed on at a time: a second. */
const SILENT_PIECE = SAMPLE_RATE
const NOTHING = new Float32Array(0)

/**
 * Speaks a turn: its segments one after the other, joined by natural pauses. The next one is started while one is being
 * spoken, as soon as it is known, so that no gap opens between them.
 *
 * @param signal ends the work within one step of the model
 * @param clock counts all speech, and so knows when the listener runs out of it
 * @throws EngineFailure when a segment could not be spoken
 */
export async function* speakSegments(
  segments: Iterable<TextSegment> | AsyncIterable<TextSegment>,
  speaker: AnySpeaker,
  engine: Engine,
  signal: AbortSignal,
  clock = new PlaybackClock(),
): AsyncGenerator<SpeechChunk> {
  const abandoned = new AbortController()
  const stopped = AbortSignal.any([signal, abandoned.signal])
  const source = iterate(segments)
  let isOpening = true
  const start = async (earliest: number): Promise<StartedSegment | undefined> => {
    const { done, value: text } = await source.next()
    if (done) return undefined
    const due = Math.max(earliest, performance.now())
    const options = { signal: stopped, due, isOpening }
    const speech = text.segment === undefined ? iterate([]) : engine.speak(text.segment, speaker, options)
    if (text.segment !== undefined) isOpening = false
    const stretches = speech[Symbol.asyncIterator]()
    const first = stretches.next()
    first.catch(ignore) // it may fail before it is awaited
    return { text, stretches, first }
  }
  let produced = 0
  let pause: SpeechChunk | undefined
  const counted = (spoken: SpeechChunk) => {
    produced += spoken.pcm.length
    clock.add(spoken.pcm.length)
    return spoken
  }
  let current = await start(clock.runsDryAt)
  let following: Promise<StartedSegment | undefined> = Promise.resolve(undefined)
  try {
    for (; current !== undefined; current = await following) {
      const { text } = current
      following = start(clock.runsDryAt + ((text.segment?.seconds ?? 0) + (text.silence ?? 0)) * 1000)
      following.catch(ignore)
      if (text.silence !== undefined) {
        pause = undefined
        for (const piece of silentPieces(text.silence)) yield counted({ ...piece, words: [], text })
        continue
      }
      if (text.segment === undefined) {
        await setImmediate() // lets others run: there may be thousands of these in a row
        const at = produced / SAMPLE_RATE
        const words = (text.silentWords ?? []).map((word) => ({ word, start: at, end: at, said: [] }))
        yield counted({ pcm: NOTHING, words, text, isLast: true })
        continue
      }
      if (pause !== undefined && pause.pcm.length > 0) yield counted(pause)
      pause = { pcm: pauseAfter(text.segment.tokens), words: [], text, isLast: false }
      const from = produced / SAMPLE_RATE
      for await (const { pcm, words, isLast } of faded(current, clock)) {
        yield counted({ pcm, words: words.map((word) => shifted(word, from)), text, isLast })
      }
    }
  } finally {
    abandoned.abort()
    current?.stretches.return?.().catch(ignore)
    following.then((started) => started?.stretches.return?.()).catch(ignore)
  }
}

/** A segment's speech, which rises from silence and ends in it. */
async function* faded({ stretches, first }: StartedSegment, clock: PlaybackClock): AsyncGenerator<Speech> {
  let result = await clock.wait(first)
  if (!result.done) fadeIn(result.value.pcm)
  for (; !result.done; result = await clock.wait(stretches.next())) {
    if (result.value.isLast) fadeOut(result.value.pcm)
    yield result.value
  }
}

/** Silence in pieces, the last one marked; a single empty one when there is none. */
function* silentPieces(seconds: number): Generator<Pick<SpeechChunk, 'pcm' | 'isLast'>> {
  let left = Math.round(seconds * SAMPLE_RATE)
  for (; left > SILENT_PIECE; left -= SILENT_PIECE)
    yield { pcm: new Float32Array(SILENT_PIECE), isLast: false }
  yield { pcm: new Float32Array(left), isLast: true }
}

async function* iterate<Value>(values: Iterable<Value> | AsyncIterable<Value>): AsyncGenerator<Value> {
  yield* values
}
