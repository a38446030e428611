import { type Static, Type } from '@sinclair/typebox'
import { createInputResampler } from '../../../audio/input-resampler.ts'
import type { EngineKind, OpenContext, OpenedEngine } from '../../shared/engine-kind.ts'
import { apiKeyOf, deadlinesOf, openServers, REMOTE_FIELDS, streamsOf } from '../remote-config.ts'
import { healthCheckByGet, Watch } from '../watch.ts'
import { BytesEngine } from './bytes-engine.ts'
import { ContextEngine } from './context-engine.ts'
import { headersOf } from './speech-fields.ts'

const SCHEMA = Type.Object({
  ...REMOTE_FIELDS,
  model: Type.String({
    minLength: 1,
    description: 'The model_id at the upstream server.',
    examples: ['gepard-1.0', 'sonic-3'],
  }),
  version: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'What is sent as Cartesia-Version: Cartesia itself wants one. Languages are then named without their region, as it does.',
      examples: ['2025-04-16'],
    }),
  ),
  sample_rate: Type.Optional(
    Type.Union(
      [8000, 16_000, 22_050, 24_000, 44_100, 48_000].map((rate) => Type.Literal(rate)),
      { default: 22_050, description: 'Hz of the audio that is asked for.' },
    ),
  ),
  transport: Type.Optional(
    Type.Union([Type.Literal('websocket'), Type.Literal('bytes')], {
      default: 'websocket',
      description:
        'websocket: a turn is a context, and its text goes on as it comes. bytes: Purr cuts the text, and each segment is a request.',
    }),
  ),
  word_times: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the upstream server can report over the WebSocket when words sound. Otherwise they are estimated.',
    }),
  ),
})

export type CartesiaConfig = Static<typeof SCHEMA>

/**
 * Servers of Cartesia's protocol: Cartesia itself, the hosted original of Purr's API, and other Purrs
 * (https://docs.cartesia.ai/api-reference/tts).
 */
export const CARTESIA: EngineKind<typeof SCHEMA> = {
  schema: SCHEMA,

  async open(config: CartesiaConfig, context: OpenContext): Promise<OpenedEngine> {
    const {
      model,
      version,
      sample_rate: sampleRate = 22_050,
      transport,
      word_times: hasTimes = true,
    } = config
    const servers = openServers(config, context)
    const key = apiKeyOf(config, context)
    const deadlines = deadlinesOf(config)
    const options = { servers, deadlines, model, key, version, sampleRate, hasTimes }
    createInputResampler(sampleRate) // makes the filter, so that no listener waits for it
    const engine = transport === 'bytes' ? new BytesEngine(options) : new ContextEngine(options)
    new Watch(servers, healthCheckByGet('/', headersOf(options))).begin()
    return {
      engine,
      languages: config.languages,
      hasSpeed: true,
      wordTimes: transport === 'bytes' || !hasTimes ? 'estimated' : 'exact',
      streams: transport === 'bytes' ? streamsOf(servers, context) : servers.streams,
      health: () => servers.health(),
      servers: () => servers.states(),
    }
  },
}
