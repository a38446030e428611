import { expect, test } from 'bun:test'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { Engine, SpeakOptions } from '../../src/engines/shared/engine.ts'
import { VoiceSamples } from '../../src/management/voices/voice-samples.ts'
import { modelOf } from '../support/model-of.ts'

/** Never says anything, until it is ended. */
class MuteEngine implements Engine {
  async *speak(_segment: unknown, _speaker: unknown, { signal }: SpeakOptions): ReturnType<Engine['speak']> {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

  async close(): Promise<void> {}
}

test('a sample that takes too long is refused as one that cannot be made, and others can be heard', async () => {
  const samples = new VoiceSamples(50)
  const { speaker } = catalogue()[0]!
  const model = modelOf('mute', new MuteEngine(), speaker)
  const voice = { ...model.voices[0]!, speaker, model }
  for (let tries = 0; tries < 2; tries++) {
    const failure = await samples.of('somebody', voice).catch((error) => error)
    expect(failure).toMatchObject({ code: 'upstream_unavailable' })
  }
  expect(model.capacity.taken).toBe(0)
})
