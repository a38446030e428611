import { concatenate } from '../../audio/concatenate.ts'
import { isAudible, TRIM_FRAME } from './audible.ts'

/** Frames of silence kept before the first sound: 25 ms, in which soft onsets rise. The embedded voices have 23 ms. */
const LEAD = 5
/** Frames of silence kept after the last sound: 40 ms, in which it dies away. The embedded voices have 15 to 90 ms. */
const TAIL = 8
/**
 * Silent frames held back because they may be the end of the segment: 0.4 s. A shorter pause is passed on with the sound that
 * follows, which is never delayed.
 */
const HELD = 80
/** Frames of a longer pause that are passed on before sound follows: 0.4 s. A pause keeps at most this and HELD. */
const LONGEST_ADVANCE = 80

/** Samples that were removed, by where they were. */
interface Cut {
  readonly from: number
  length: number
}

/**
 * Removes the silence from both ends of an engine's segment, piece by piece. It keeps enough for segments to join like those of
 * the embedded model. Silence inside is kept up to 0.8 s: an engine that pauses longer within a sentence, or does not find
 * its end, does not mean it. The samples are the same however the audio is cut into pieces. Audio without any sound becomes
 * at most 30 ms of silence.
 *
 * A sound is passed on with the frame of 5 ms in which it begins. The state is at most 0.4 s of audio.
 */
export class SilenceTrimmer {
  #kept = new Float32Array(0) // not decided yet: silent frames, then part of a frame
  #silent = 0 // silent frames at the start of #kept
  #hasBegun = false
  #advanced = 0 // frames of this pause that were passed on
  #decided = 0 // samples of the engine's audio before #kept
  #given = 0 // samples that were returned
  #end = Number.POSITIVE_INFINITY // samples of the whole segment, when it has ended
  readonly #cuts: Cut[] = []

  /** How many samples of the engine's audio have been passed on or removed. */
  get decided(): number {
    return this.#decided
  }

  /**
   * Where a sample of the engine's audio is in what is returned. Of those that are not decided yet, it is where they will be if
   * nothing more is removed. When the segment has ended, none is beyond its end.
   */
  placeOf(sample: number): number {
    let place = sample
    for (const { from, length } of this.#cuts) place -= Math.min(length, Math.max(0, sample - from))
    return Math.min(place, this.#end)
  }

  /** Takes any number of samples at 22050 Hz and returns those that are known to be kept. */
  process(pcm: Float32Array): Float32Array {
    const samples = concatenate([this.#kept, pcm])
    const given = new Float32Array(samples.length)
    let length = 0
    const give = (from: number, to: number) => {
      given.set(samples.subarray(from, to), length)
      length += to - from
    }
    let from = 0 // the first sample that is not decided
    let at = this.#silent * TRIM_FRAME
    for (; at + TRIM_FRAME <= samples.length; at += TRIM_FRAME) {
      if (isAudible(samples, at, at + TRIM_FRAME)) {
        give(from, at + TRIM_FRAME)
        from = at + TRIM_FRAME
        this.#silent = 0
        this.#advanced = 0
        this.#hasBegun = true
        continue
      }
      this.#silent++
      if (this.#silent <= (this.#hasBegun ? HELD : LEAD)) continue
      this.#silent--
      if (this.#hasBegun && this.#advanced < LONGEST_ADVANCE) {
        this.#advanced++
        give(from, from + TRIM_FRAME)
      } else this.#cut(this.#decided + from)
      from += TRIM_FRAME
    }
    this.#kept = samples.slice(from)
    this.#decided += from
    this.#given += length
    return given.subarray(0, length)
  }

  /** Notes that a frame is removed. */
  #cut(from: number): void {
    const last = this.#cuts.at(-1)
    if (last !== undefined && last.from + last.length === from) last.length += TRIM_FRAME
    else this.#cuts.push({ from, length: TRIM_FRAME })
  }

  /** Ends the segment and returns the silence that is kept at its end. */
  finish(): Float32Array {
    const silence = this.#silent * TRIM_FRAME
    const isSound = isAudible(this.#kept, silence, this.#kept.length)
    const rest = isSound ? this.#kept : this.#kept.subarray(0, TAIL * TRIM_FRAME)
    this.#end = this.#given + rest.length
    return rest
  }
}
