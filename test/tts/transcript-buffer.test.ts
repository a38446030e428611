import { expect, test } from 'bun:test'
import { AsyncQueue } from '../../src/engines/shared/async-queue.ts'
import { Capacity } from '../../src/engines/shared/capacity.ts'
import { localeOf } from '../../src/languages/registry.ts'
import { type TextSegment, TextStream } from '../../src/speech/text-stream.ts'
import { EnginePlace } from '../../src/tts/engine-place.ts'
import { TranscriptBuffer, textInput } from '../../src/tts/transcript-buffer.ts'

/** Text that cannot be read. */
class Unreadable extends TextStream {
  override push(): TextSegment[] {
    throw new RangeError('it cannot be read')
  }

  override flush(): TextSegment[] {
    throw new RangeError('it cannot be read')
  }
}

test('a turn whose text cannot be read has no more segments to wait for', async () => {
  const input = textInput()
  const segments = new AsyncQueue<TextSegment>()
  const buffer = new TranscriptBuffer({
    input,
    text: new Unreadable(localeOf('en-US')),
    language: 'en-US',
    hold: { hold: async () => {} },
    place: new EnginePlace(new Capacity(1)),
    segments,
    runsDryAt: () => performance.now(),
  })
  input.push({ transcript: 'Hello.', isLast: true, maxDelay: undefined })
  input.end()
  await expect(buffer.run()).rejects.toThrow('it cannot be read')
  expect(await segments.next()).toEqual({ done: true, value: undefined })
})
