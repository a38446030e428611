import { embeddedModel } from '../../src/engines/embedded/embedded-model.ts'
import { Models } from '../../src/engines/models.ts'
import type { OpenedEngine } from '../../src/engines/shared/engine-kind.ts'

/** What is known of an engine that always works, and speaks as many turns at once as come. */
export const STEADY: Pick<OpenedEngine, 'streams' | 'health'> = {
  streams: Number.POSITIVE_INFINITY,
  health: () => 'ready',
}

/** The model that comes with Purr, for tests that only look its voices up: it has no engine. */
export const MODELS = new Models(
  embeddedModel(
    {
      speak() {
        throw new Error('nothing is spoken here')
      },
      close: async () => {},
    },
    STEADY,
  ),
)
