import { loudnessOf } from '../../audio/loudness.ts'
import type { Utterance } from './utterance.ts'

export type Side = 'a' | 'b'

/** Two utterances that are listened to in turn, equally loud. */
export class Comparison {
  readonly a: Utterance
  readonly b: Utterance
  readonly #volumes: Readonly<Record<Side, number>>

  /** Both are complete. */
  constructor(a: Utterance, b: Utterance) {
    this.a = a
    this.b = b
    const [loudA, loudB] = [a, b].map((each) => loudnessOf(each.samples(), each.settings.format.sampleRate))
    // The louder one becomes softer, so that nothing is cut off.
    const least = Math.min(loudA!, loudB!)
    this.#volumes = { a: volumeFor(loudA!, least), b: volumeFor(loudB!, least) }
  }

  /** The factor with which a side is as loud as the other. */
  volume(side: Side): number {
    return this.#volumes[side]
  }

  /**
   * Where a side says what the other one says at a time (seconds): in the same word, if both are of the same words.
   *
   * @param from the other side
   */
  samePlace(from: Side, seconds: number): number {
    const [there, here] = from === 'a' ? [this.a, this.b] : [this.b, this.a]
    const at = there.words.findLastIndex(({ start }) => start <= seconds)
    const [word, same] = [there.words[at], here.words[at]]
    if (word === undefined || same === undefined || there.words.length !== here.words.length)
      return (seconds / there.seconds) * here.seconds
    const share = Math.min(1, (seconds - word.start) / (word.end - word.start))
    return same.start + share * (same.end - same.start)
  }
}

function volumeFor(loudness: number, wanted: number): number {
  return loudness > 0 ? wanted / loudness : 1
}
