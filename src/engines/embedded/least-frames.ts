import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import type { PhoneInventory } from '../../languages/shared/pronunciation/phone-inventory.ts'
import { isLetter } from '../../languages/shared/text/token.ts'
import type { Encoding, SpokenSpan } from '../pronunciation/encoding.ts'
import { HOP } from './window.ts'

/** Seconds that something lasts at least at speed 1: its first syllable, and each other one. */
interface Least {
  readonly first: number
  readonly other: number
}

/** A character that is dictated. Most are drawn a little longer, and groups have pauses between them: three are said in a second. */
const DICTATED: Least = { first: 0.28, other: 0.07 }
/** A letter of an abbreviation: "A" was drawn as short as .08 s. */
const LETTER: Least = { first: 0.16, other: 0.06 }

/** Frames that the word of each token lasts at least, the same for all its tokens; 0 where it lasts as long as is drawn. */
export function leastFrames({ ids, words }: Encoding, inventory: PhoneInventory): Float32Array {
  const frames = new Float32Array(ids.length)
  for (const { said } of words) {
    for (const span of said) {
      const least = leastOf(span)
      if (least === undefined) continue
      const syllables = ids.subarray(span.from, span.to).filter((id) => inventory.isVowel(id)).length
      const seconds = least.first + least.other * Math.max(0, syllables - 1)
      frames.fill((seconds * SAMPLE_RATE) / HOP, span.from, span.to)
    }
  }
  return frames
}

function leastOf({ spoken, isDictated }: SpokenSpan): Least | undefined {
  if (isDictated) return DICTATED
  return isLetter(spoken) ? LETTER : undefined
}
