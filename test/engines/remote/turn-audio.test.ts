import { expect, test } from 'bun:test'
import { SAMPLE_RATE } from '../../../src/audio/sample-rate.ts'
import { TurnAudio } from '../../../src/engines/remote/cartesia/turn-audio.ts'

/** A chunk of samples that all have the same value, and maybe some bytes of another one. */
function chunk(sample: number, count: number, more: number[] = []) {
  const bytes = Buffer.from(new Int16Array(count).fill(sample).buffer)
  return { type: 'chunk', data: Buffer.concat([bytes, Buffer.from(more)]).toString('base64') } as const
}

test('half a sample at the end of a context does not go on in the next one', () => {
  const audio = new TurnAudio(SAMPLE_RATE)
  audio.beginContext()
  audio.add(chunk(8192, 1000, [1]))
  audio.beginContext()
  audio.add(chunk(8192, 1000))
  const { pcm } = audio.finish()
  expect(pcm).toHaveLength(2000)
  expect(pcm.every((sample) => sample === 0.25)).toBe(true)
})
