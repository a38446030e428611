import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import type { PhoneInventory } from '../../languages/shared/pronunciation/phone-inventory.ts'
import type { Span } from '../pronunciation/encoding.ts'
import type { PhoneTime, Time, WordTime } from '../shared/engine.ts'
import { HOP, type SegmentTiming } from './window.ts'

/**
 * When each word of a segment sounds, and what is said for it.
 *
 * @param skippedFrames frames at the segment's start that are not kept: times are counted after them
 */
export function wordTimes(
  { ids, durations, words }: SegmentTiming,
  skippedFrames: number,
  inventory: PhoneInventory,
): WordTime[] {
  const seconds = HOP / SAMPLE_RATE
  const starts = [0]
  for (const duration of durations) starts.push(starts.at(-1)! + duration)
  const at = (token: number) => Math.max(0, (starts[token] ?? starts.at(-1)!) - skippedFrames) * seconds
  const timed = ({ from, to }: Span): Time => ({ start: at(from), end: at(to) })
  const phonesIn = ({ from, to }: Span): PhoneTime[] => {
    const phones: PhoneTime[] = []
    for (let token = from; token < to; token++) {
      const phone = inventory.ipa(ids[token]!)
      if (phone !== undefined) phones.push({ phone, ...timed({ from: token, to: token + 1 }) })
      else phones.push({ ...phones.pop()!, end: at(token + 1) }) // the separator before a clitic
    }
    return phones
  }
  return words.map((word) => ({
    word: word.written,
    ...timed(word),
    said: word.said.map((spoken) => ({ word: spoken.spoken, ...timed(spoken), phones: phonesIn(spoken) })),
  }))
}
