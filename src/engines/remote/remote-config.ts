import { type Static, Type } from '@sinclair/typebox'
import { ModelError, type OpenContext } from '../shared/engine-kind.ts'
import { FaultLog } from './fault-log.ts'
import type { Deadlines } from './remote-stream.ts'
import { REQUESTS_OF_A_TURN, Servers } from './servers.ts'

const MILLISECONDS = { minimum: 1, maximum: 600_000 }

/** The name of an environment variable. Keys of Purr and of others could be one, but begin with sk_. */
const VARIABLE = /^(?!sk_)[A-Za-z_][A-Za-z0-9_]*$/

/** The fields of config.json that all remote engines share. */
export const REMOTE_FIELDS = {
  urls: Type.Array(
    Type.String({
      pattern: '^https?://',
      description: 'A URL, with http:// or https://.',
      examples: ['http://10.0.0.7:8880/v1'],
    }),
    {
      minItems: 1,
      uniqueItems: true,
      description: 'A list of the URLs of the servers. All speak the same model with the same voices.',
      examples: [['http://10.0.0.7:8880/v1']],
    },
  ),
  api_key_env: Type.Optional(
    Type.String({
      pattern: VARIABLE.source,
      description: 'The name of the environment variable that has the key, never the key itself.',
      examples: ['TTS_API_KEY'],
    }),
  ),
  languages: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z]{2,3}$', description: 'An ISO 639 code.', examples: ['en'] }), {
      minItems: 1,
      description: 'ISO 639 codes of the languages that all its voices can read. Absent: any.',
    }),
  ),
  first_audio_timeout_ms: Type.Optional(
    Type.Integer({ ...MILLISECONDS, default: 10_000, description: 'From the request to the first audio.' }),
  ),
  idle_timeout_ms: Type.Optional(
    Type.Integer({ ...MILLISECONDS, default: 5000, description: 'From one piece of audio to the next.' }),
  ),
  max_streams: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Turns that each server can speak at once. Absent: as many as come.',
    }),
  ),
}

const REMOTE_CONFIG = Type.Object(REMOTE_FIELDS)

export type RemoteConfig = Static<typeof REMOTE_CONFIG>

/** True for what can be the name of an environment variable, and is not itself a key. */
export function isVariable(name: string): boolean {
  return VARIABLE.test(name)
}

/**
 * The servers of a configuration. The log says when one stops answering, and when it answers again.
 *
 * @throws ModelError when a URL cannot be used
 */
export function openServers({ urls, max_streams }: RemoteConfig, { id, log }: OpenContext): Servers {
  for (const url of urls) checkUrl(url, id)
  const distinct = new Set(urls.map((url) => url.replace(/\/+$/, '')))
  const faults = new FaultLog(log, id)
  return new Servers([...distinct], {
    maxStreams: max_streams ?? Number.POSITIVE_INFINITY,
    onChange: (url, state) => {
      if (state === 'closed') log.info({ model: id, url }, 'a server of a remote engine answers again')
      else log.warn({ model: id, url }, 'a server of a remote engine fails: no calls go to it for a while')
    },
    onFault: (fault, next) => faults.write(fault, next),
  })
}

/** Bun's own maximum of simultaneous requests: a process that is configured with it meets no lower limit. */
const MOST_REQUESTS = 65_336

/**
 * Turns that the servers can speak at once, as far as this process can carry them: Bun makes 256 requests at once unless
 * BUN_CONFIG_MAX_HTTP_REQUESTS says otherwise when it starts. `bun start` sets it to the most. Further ones would wait, and
 * look like a slow server. Infinity: there is no limit.
 */
export function streamsOf(servers: Servers, { env }: OpenContext): number {
  const requests = Number(env.BUN_CONFIG_MAX_HTTP_REQUESTS) || 256
  if (requests >= MOST_REQUESTS) return servers.streams
  return Math.min(servers.streams, Math.floor(requests / REQUESTS_OF_A_TURN))
}

/** The deadlines of a model's servers, in milliseconds: those configured, or 10 s for the first audio and 5 s after it. */
export function deadlinesOf({ first_audio_timeout_ms, idle_timeout_ms }: RemoteConfig): Deadlines {
  return { firstAudio: first_audio_timeout_ms ?? 10_000, idle: idle_timeout_ms ?? 5000 }
}

/**
 * The key for the servers; undefined where they need none.
 *
 * @throws ModelError when the variable that is to have it is not set
 */
export function apiKeyOf({ api_key_env }: RemoteConfig, { id, env }: OpenContext): string | undefined {
  if (api_key_env === undefined) return undefined
  const key = env[api_key_env]
  if (key) return key
  throw new ModelError(`the key of model ${id} is missing: set the environment variable ${api_key_env}`)
}

function checkUrl(url: string, id: string): void {
  const parsed = URL.parse(url)
  const isPlain =
    parsed !== null && [parsed.username, parsed.password, parsed.search, parsed.hash].every((it) => it === '')
  if (!isPlain) {
    throw new ModelError(
      `a URL in urls of model ${id} cannot be used: write it as http://host:port/path, and name the variable that has its key in api_key_env`,
    )
  }
}
