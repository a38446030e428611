import { isInputRate } from '../../../audio/input-resampler.ts'
import { type EngineKind, ModelError } from '../../shared/engine-kind.ts'
import { apiKeyOf, deadlinesOf, openServers, streamsOf } from '../remote-config.ts'
import { OPENAI_CONFIG } from './config.ts'
import { OpenAiEngine } from './openai-engine.ts'

/** Models on servers that speak OpenAI's protocol: `POST <url>/audio/speech`. */
export const OPENAI: EngineKind<typeof OPENAI_CONFIG> = {
  schema: OPENAI_CONFIG,
  async open(config, context) {
    checkRate(config.sample_rate, context.id)
    const key = apiKeyOf(config, context)
    const servers = openServers(config, context)
    const engine = new OpenAiEngine(servers, {
      config,
      key,
      deadlines: deadlinesOf(config),
      log: context.log,
    })
    return {
      engine,
      languages: undefined,
      hasSpeed: config.takes_speed === true,
      wordTimes: config.tells_words === true ? 'exact' : 'estimated',
      streams: streamsOf(servers, context),
      health: () => servers.health(),
      servers: () => servers.states(),
    }
  },
}

function checkRate(rate: number | undefined, id: string): void {
  if (rate === undefined || isInputRate(rate)) return
  throw new ModelError(
    `sample_rate of model ${id} is ${rate}: set it to that of the servers, a multiple of 50 from 8000 to 48000`,
  )
}
