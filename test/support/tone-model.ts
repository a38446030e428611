import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { Capacity } from '../../src/engines/shared/capacity.ts'
import type { Engine, Segment, Speech } from '../../src/engines/shared/engine.ts'
import type { Model } from '../../src/engines/shared/model.ts'

/** An engine that hums every segment for as long as it is predicted to be. */
class ToneEngine implements Engine {
  readonly spoken: Segment[] = []

  async *speak(segment: Segment): AsyncGenerator<Speech> {
    this.spoken.push(segment)
    const samples = Math.round(segment.seconds * SAMPLE_RATE)
    const pcm = Float32Array.from({ length: samples }, (_, at) => 0.3 * Math.sin(at / 20))
    yield { pcm, words: [], isLast: true }
  }

  async close(): Promise<void> {}
}

/** A model beside the one that comes with Purr, with one voice. */
export function toneModel(id: string, known: Partial<Model> = {}): Model & { engine: ToneEngine } {
  return {
    id,
    kind: 'test',
    name: id,
    description: 'Hums.',
    license: undefined,
    voices: [
      {
        id: '00000000-0000-8000-8000-000000000001',
        name: 'Hum',
        description: 'A hum.',
        language: 'en-GB',
        speaker: { speed: 1, pace: 1 },
      },
    ],
    languages: undefined,
    hasSpeed: true,
    wordTimes: 'estimated',
    capacity: new Capacity(Number.POSITIVE_INFINITY),
    health: () => 'ready',
    ...known,
    engine: new ToneEngine(),
  }
}
