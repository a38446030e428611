import type { EngineKind } from '../../shared/engine-kind.ts'
import { apiKeyOf, deadlinesOf, openServers } from '../remote-config.ts'
import { OPENAI_CONFIG } from './config.ts'
import { OpenAiEngine } from './openai-engine.ts'

/** Models on servers that speak OpenAI's protocol: `POST <url>/audio/speech`. */
export const OPENAI: EngineKind<typeof OPENAI_CONFIG> = {
  schema: OPENAI_CONFIG,
  async open(config, context) {
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
      streams: servers.streams,
      health: () => servers.health(),
      servers: () => servers.states(),
    }
  },
}
