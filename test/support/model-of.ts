import { Capacity } from '../../src/engines/shared/capacity.ts'
import type { Engine } from '../../src/engines/shared/engine.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import type { AnySpeaker } from '../../src/engines/shared/speaker.ts'

/**
 * A model with one voice, which is English.
 *
 * @param speaker of the voice, as the engine takes it
 * @param streams turns that it speaks at once
 */
export function modelOf(
  id: string,
  engine: Engine,
  speaker: AnySpeaker,
  streams = Number.POSITIVE_INFINITY,
): Model {
  return {
    id,
    kind: 'test',
    name: id,
    description: '',
    license: undefined,
    engine,
    voices: [{ id: crypto.randomUUID(), name: id, description: '', language: 'en-US', speaker }],
    languages: undefined,
    hasSpeed: true,
    wordTimes: 'exact',
    capacity: new Capacity(streams),
    health: () => 'ready',
  }
}
