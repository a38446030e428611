import { embeddedModel } from '../../src/engines/embedded/embedded-model.ts'
import { Models } from '../../src/engines/models.ts'

/** The model that comes with Purr, for tests that only look its voices up: it has no engine. */
export const MODELS = new Models(
  embeddedModel({
    speak() {
      throw new Error('nothing is spoken here')
    },
    close: async () => {},
  }),
)
