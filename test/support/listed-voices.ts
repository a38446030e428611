import { catalogue, type EmbeddedVoice } from '../../src/engines/embedded/model-folder.ts'
import { isListed } from '../../src/engines/shared/model.ts'

/** The voices of the main model that are listed, in order. */
export function listedVoices(): EmbeddedVoice[] {
  return catalogue().filter(isListed)
}
