import { SpeakerCloner } from '../../src/speech/cloning/analysis-processes.ts'

/** How long a test waits for a clip (milliseconds). */
const PATIENCE = 110_000

/**
 * The cloner, given longer than people wait: on a busy machine, a large clip takes more than their minute.
 *
 * @param script another program for the process that clones
 */
export function patientCloner(script?: string): SpeakerCloner {
  return new SpeakerCloner({ timeout: PATIENCE, ...(script !== undefined && { script }) })
}
