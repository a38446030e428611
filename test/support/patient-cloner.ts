import { SpeakerCloner } from '../../src/speech/cloning/analysis-processes.ts'

/** The cloner, given longer than people wait: on a busy machine, a large clip takes more than their minute. */
export function patientCloner(): SpeakerCloner {
  return new SpeakerCloner({ timeout: 110_000 })
}
