import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { Engine, SpeakTurnOptions, TurnText } from '../engines/shared/engine.ts'
import type { AnySpeaker } from '../engines/shared/speaker.ts'
import { EstimatedTurnWords } from './estimated-turn-words.ts'
import type { PassedText } from './passed-text.ts'
import { PlaybackClock } from './playback-clock.ts'
import type { SpeechChunk } from './speak-segments.ts'
import { SpokenPlace } from './spoken-place.ts'
import type { SpokenText } from './text-stream.ts'

/** An engine that takes the text of a turn as it comes. */
export type TurnEngine = Engine & Required<Pick<Engine, 'speakTurn'>>

/** Whether an engine takes the text of a turn as it comes. */
export function speaksTurns(engine: Engine): engine is TurnEngine {
  return engine.speakTurn !== undefined
}

/** How a whole turn is spoken. */
export interface WholeTurnOptions extends SpeakTurnOptions {
  /** Whether the engine reports when words sound. Otherwise that is estimated. */
  readonly hasTimes: boolean
}

/** Most flushes of a turn that may wait to be done: a client can flush without end. */
const MOST_FLUSHES = 1000

const NOTHING = new Float32Array(0)

/**
 * Speaks a turn with an engine that takes its text as it comes. Which text a piece of speech belongs to follows from the
 * words that the engine reports; where it has not reported any, no more counts as heard than surely was.
 *
 * @param clock counts all speech
 * @throws EngineFailure when it could not be spoken
 */
export async function* speakTurn(
  pieces: AsyncIterable<PassedText>,
  speaker: AnySpeaker,
  engine: TurnEngine,
  { hasTimes, ...options }: WholeTurnOptions,
  clock = new PlaybackClock(),
): AsyncGenerator<SpeechChunk> {
  const place = new SpokenPlace()
  const estimated = hasTimes ? undefined : new EstimatedTurnWords()
  const flushes: SpokenText[] = [] // that are not done
  let end = 0
  let samples = 0
  let done = 0
  let progress = Promise.withResolvers<void>()
  const source = pieces[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return
  async function* text(): AsyncGenerator<TurnText> {
    for (let next = first; !next.done; next = await source.next()) {
      const piece = next.value
      place.append(piece.text)
      estimated?.add(piece.read)
      end = piece.end
      const isFlush = piece.flushId !== undefined
      if (isFlush) flushes.push(piece)
      yield { text: piece.text, seconds: piece.seconds, maxDelay: piece.maxDelay, isFlush }
      while (flushes.length >= MOST_FLUSHES) await progress.promise
    }
  }
  const flushed = function* (count: number): Generator<SpeechChunk> {
    for (; flushes.length > 0 && done < count; done++)
      yield { pcm: NOTHING, words: [], text: flushes.shift()!, isLast: true }
    progress.resolve()
    progress = Promise.withResolvers()
  }
  const speech = engine.speakTurn(text(), speaker, options)
  for await (const { pcm, words: reported, flushes: count } of speech) {
    samples += pcm.length
    clock.add(pcm.length)
    const words = estimated?.hear(pcm) ?? reported
    place.add(words)
    place.hear(samples / SAMPLE_RATE)
    yield { pcm, words, text: { end: place.heard }, isLast: place.isComplete }
    yield* flushed(count)
  }
  yield* flushed(Number.POSITIVE_INFINITY)
  yield { pcm: NOTHING, words: estimated?.rest() ?? [], text: { end }, isLast: true }
}
