import { expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { PlaybackClock } from '../../src/speech/playback-clock.ts'

test('speech is late only if the listener had some before, and ran out of it', async () => {
  const clock = new PlaybackClock()
  await clock.wait(Bun.sleep(1))
  expect(clock.late).toBe(0) // it is the first
  clock.add(SAMPLE_RATE * 3600)
  await clock.wait(Bun.sleep(1))
  expect(clock.late).toBe(0) // there is an hour to be heard
  expect(clock.seconds).toBe(3600)
  expect(clock.waited).toBeGreaterThan(0)
})
