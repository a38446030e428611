import { availableParallelism } from 'node:os'
import { keyPrefix } from './accounts/api-key.ts'
import { isTier, TIERS, type Tier } from './accounts/tiers.ts'

/** Everything that is set from outside. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Postgres; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The first organization's first key; undefined: one is made. */
  readonly apiKey: string | undefined
  /** Credits of the first organization. */
  readonly credits: number
  /** Tier of the first organization. */
  readonly tier: Tier
  /** Inference workers. */
  readonly workers: number
  /** What to serve https and wss with; undefined: http and ws. */
  readonly tls: TlsFiles | undefined
}

/** Files in PEM. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** A variable of the environment that cannot be used; the message says what to set. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration; an empty variable counts as unset.
 *
 * @throws ConfigError for the first value that cannot be used
 */
export function readConfig(env: Environment = process.env): Config {
  return {
    port: whole(env, 'PORT', 8080, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || './data',
    databaseUrl: databaseUrl(env),
    apiKey: apiKey(env),
    credits: whole(env, 'PURR_CREDITS', 1_000_000, 0, Number.MAX_SAFE_INTEGER),
    tier: tier(env),
    workers: whole(env, 'WORKERS', availableParallelism(), 1, 1024),
    tls: tlsFiles(env),
  }
}

function whole(env: Environment, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`${name} is "${text}": set it to a whole number from ${least} to ${most}`)
}

function tier(env: Environment): Tier {
  const word = env.PURR_TIER || 'tier1'
  if (isTier(word)) return word
  throw new ConfigError(`PURR_TIER is "${word}": set it to ${Object.keys(TIERS).join(', ')}`)
}

function databaseUrl(env: Environment): string | undefined {
  const url = env.DATABASE_URL
  if (!url || /^postgres(ql)?:\/\//.test(url)) return url || undefined
  throw new ConfigError(
    'DATABASE_URL is not a Postgres address: set it to postgres://user:password@host:5432/name',
  )
}

function apiKey(env: Environment): string | undefined {
  const key = env.PURR_API_KEY
  if (!key || keyPrefix(key) !== undefined) return key || undefined
  throw new ConfigError(
    'PURR_API_KEY is not well formed: set it to a key that `bun run purr key generate` prints',
  )
}

function tlsFiles(env: Environment): TlsFiles | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env
  if (certFile && keyFile) return { certFile, keyFile }
  if (!certFile && !keyFile) return undefined
  const [missing, given] = certFile ? ['TLS_KEY_FILE', 'TLS_CERT_FILE'] : ['TLS_CERT_FILE', 'TLS_KEY_FILE']
  throw new ConfigError(`${missing} is missing: set it to the PEM file that belongs to that of ${given}`)
}
