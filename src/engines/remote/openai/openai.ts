import { createInputResampler, isInputRate } from '../../../audio/input-resampler.ts'
import { type EngineKind, ModelError } from '../../shared/engine-kind.ts'
import { apiKeyOf, deadlinesOf, openServers, streamsOf } from '../remote-config.ts'
import { healthCheckByGet, Watch } from '../watch.ts'
import { DEFAULT_RATE, OPENAI_CONFIG } from './config.ts'
import { headersOf, OpenAiEngine } from './openai-engine.ts'

/** Models on servers that speak OpenAI's protocol: `POST <url>/audio/speech`. */
export const OPENAI: EngineKind<typeof OPENAI_CONFIG> = {
  schema: OPENAI_CONFIG,
  async open(config, context) {
    prepareRate(config.sample_rate ?? DEFAULT_RATE, context.id)
    const key = apiKeyOf(config, context)
    const servers = openServers(config, context)
    const engine = new OpenAiEngine(servers, {
      config,
      key,
      deadlines: deadlinesOf(config),
    })
    new Watch(servers, healthCheckByGet('/models', headersOf(key))).begin()
    return {
      engine,
      languages: config.languages,
      hasSpeed: config.takes_speed === true,
      wordTimes: config.word_times === true ? 'exact' : 'estimated',
      streams: streamsOf(servers, context),
      health: () => servers.health(),
      servers: () => servers.states(),
    }
  },
}

/** Makes the filter for a rate, which takes some milliseconds, before it is needed. */
function prepareRate(rate: number, id: string): void {
  if (!isInputRate(rate)) {
    throw new ModelError(
      `sample_rate of model ${id} is ${rate}: set it to that of the servers, a multiple of 50 from 8000 to 48000`,
    )
  }
  createInputResampler(rate)
}
