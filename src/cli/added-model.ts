import type { ModelConfig } from '../engines/model-config.ts'
import type { Measurement } from '../engines/onnx/measurement.ts'
import { modelVoice } from '../engines/registry.ts'

/** What is printed about a model that was added. */
export interface AddedModel {
  readonly id: string
  readonly voices: readonly string[]
  /** In the order of the voices. */
  readonly voiceIds: readonly string[]
}

/** The names and ids of the voices of a model. */
export function voicesIn(id: string, config: ModelConfig): Pick<AddedModel, 'voices' | 'voiceIds'> {
  const voices = config.voices.map((voice) => modelVoice(voice, id, config))
  return { voices: voices.map(({ name }) => name), voiceIds: voices.map((voice) => voice.id) }
}

/** The pace that a sentence was spoken at. One far from that of speech says nothing of others, and is left out. */
export function withPace<Config extends ModelConfig>(
  config: Config,
  trial: Pick<Measurement, 'predictedSeconds' | 'audioSeconds'> | undefined,
): Config {
  if (trial === undefined) return config
  const { predictedSeconds, audioSeconds } = trial
  const pace = Number((predictedSeconds / audioSeconds).toFixed(2))
  return pace >= 0.5 && pace <= 2 ? { ...config, pace } : config
}
