import { expect } from 'bun:test'
import type { Digest, TimedWord } from './scripts/scenario.ts'

/** Expects the words of a text as they were written, each after the one before and all within the audio. */
export function expectTimes(
  words: readonly TimedWord[],
  text: string,
  audio: Digest,
  sampleRate = 16000,
): void {
  expect(words.map(({ word }) => word)).toEqual(text.trim().split(/\s+/))
  let now = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(now)
    expect(end).toBeGreaterThan(start)
    now = end
  }
  expect(now).toBeLessThanOrEqual(audio.bytes / 2 / sampleRate)
}
