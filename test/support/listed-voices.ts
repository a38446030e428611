import { catalogue, type EmbeddedVoice } from '../../src/engines/embedded/model-folder.ts'

/** The voices of the main model that are listed, in order. */
export function listedVoices(): EmbeddedVoice[] {
  return catalogue().filter(({ retired }) => !retired)
}
