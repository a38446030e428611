import { Capacity } from '../shared/capacity.ts'
import type { Engine } from '../shared/engine.ts'
import type { OpenedEngine } from '../shared/engine-kind.ts'
import type { Model } from '../shared/model.ts'
import { catalogue, MODEL_ID } from './model-folder.ts'

/**
 * The model that comes with Purr, on an engine that runs it.
 *
 * @param known how many turns the engine can speak, and how its workers are: `EmbeddedEngine` reports it
 */
export function embeddedModel(
  engine: Engine,
  known: Pick<OpenedEngine, 'streams' | 'health' | 'workers'>,
): Model {
  return {
    id: MODEL_ID,
    kind: 'embedded',
    name: 'Gepard',
    description:
      "Purr's own voices in English, German and Dutch, on the processor, with first audio in milliseconds.",
    license: 'Apache-2.0',
    engine,
    voices: catalogue(),
    languages: undefined,
    hasSpeed: true,
    wordTimes: 'exact',
    capacity: new Capacity(known.streams),
    health: () => known.health(),
    workers: known.workers?.bind(known),
  }
}
