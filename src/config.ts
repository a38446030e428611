import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { keyPrefix } from './accounts/api-key.ts'
import { TIERS, type Tier } from './accounts/tiers.ts'
import type { CallsConfig } from './bridges/calls/stream-routes.ts'
import type { PromptOptions } from './bridges/prompts/prompts.ts'
import type { WyomingOptions } from './bridges/wyoming/server.ts'
import { MODEL_FOLDER } from './engines/embedded/model-folder.ts'
import { authorityOf } from './http/authority.ts'
import type { CorsOrigins } from './http/cors.ts'
import { isEmail } from './management/people/fields.ts'
import { DEFAULT_POOL, isReadable } from './storage/database.ts'
import type { StorageConfig } from './storage/open.ts'
import { shellCommand } from './system/shell-command.ts'
import { LOG_LEVELS, type LogLevel } from './telemetry/log.ts'
import type { MetricsConfig } from './telemetry/metrics-server.ts'
import { PROTOCOLS, type ProtocolName, SAMPLERS, type TracingConfig } from './telemetry/tracing.ts'

/** The configuration, from environment variables. */
export interface Config extends StorageConfig {
  readonly port: number
  readonly host: string
  /** The first key in a new database. In any other it must be a valid key. Undefined: a first key is made. */
  readonly apiKey: string | undefined
  /** Credits of the first organization. */
  readonly credits: number
  /** Tier of the first organization. */
  readonly tier: Tier
  /** Keys for the sale of credits. Undefined: only the operator adds credits. */
  readonly stripe: StripeKeys | undefined
  /** Settings of telephone calls. */
  readonly calls: CallsConfig
  /** Inference workers. */
  readonly workers: number
  /** Certificate files for https and wss. Undefined: http and ws. */
  readonly tls: TlsFiles | undefined
  /** The URL at which clients reach Purr, without a slash at its end. Undefined: that of their request. */
  readonly publicUrl: string | undefined
  /** How phone prompts are signed and kept. */
  readonly prompts: Pick<PromptOptions, 'secret' | 'cacheBytes'>
  /** The secret that signs the cookies of sessions. Undefined: one is made and kept in the data folder. */
  readonly sessionSecret: string | undefined
  /** The e-mail address, in lower case, of a person who is operator. */
  readonly operatorEmail: string | undefined
  /** Days for which single charges are kept. */
  readonly chargeDays: number
  /** The folder that has a folder for each model. */
  readonly modelsDir: string
  /** The server for clients of the Wyoming protocol, such as Home Assistant. Undefined: there is none. */
  readonly wyoming: WyomingOptions | undefined
  /** Where metrics are served for Prometheus. Undefined: nowhere. */
  readonly metrics: MetricsConfig | undefined
  /** Where traces go to, in OpenTelemetry's format. Undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined
  /** The origins whose pages may use HTTP. */
  readonly corsOrigins: CorsOrigins
  readonly logLevel: LogLevel
}

/** Files in PEM. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The secrets of a Stripe account. */
export interface StripeKeys {
  readonly secretKey: string
  /** The secret of the endpoint /billing/stripe/webhook. */
  readonly webhookSecret: string
}

/** An environment variable cannot be used. The message says what to set it to. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @throws ConfigError for the first value that cannot be used
 */
export function readConfig(env: Environment = process.env): Config {
  return {
    ...readStorageConfig(env),
    port: whole(env, 'PORT', 8080, 0, 65_535),
    host: host(env),
    apiKey: apiKey(env, 'PURR_API_KEY'),
    credits: whole(env, 'PURR_CREDITS', 1_000_000, 0, Number.MAX_SAFE_INTEGER),
    tier: oneOf(env, 'PURR_TIER', 'tier1', Object.keys(TIERS) as Tier[]),
    stripe: stripeKeys(env),
    calls: {
      twilioAuthToken: twilioAuthToken(env),
      publicUrl: publicUrl(env),
      announcement: env.CALL_ANNOUNCEMENT || undefined,
    },
    workers: whole(env, 'WORKERS', availableParallelism(), 1, 1024),
    tls: tlsFiles(env),
    publicUrl: publicUrl(env),
    prompts: {
      secret: secret(env, 'PROMPT_SECRET'),
      cacheBytes: whole(env, 'PROMPT_CACHE_MB', 256, 16, 100_000) * 1_000_000,
    },
    sessionSecret: sessionSecret(env),
    operatorEmail: readOperatorEmail(env),
    chargeDays: whole(env, 'CHARGE_DAYS', 400, 1, 36_500),
    wyoming: wyoming(env),
    metrics: metrics(env),
    tracing: tracing(env),
    corsOrigins: corsOrigins(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
    modelsDir: readModelsDir(env),
  }
}

/**
 * Reads only which database to open, which is all that most commands need.
 *
 * @throws ConfigError for a URL that cannot be used
 */
export function readStorageConfig(env: Environment = process.env): StorageConfig {
  return {
    dataDir: env.DATA_DIR || './data',
    databaseUrl: databaseUrl(env),
    databasePool: whole(env, 'DATABASE_POOL', DEFAULT_POOL, 2, 1000),
  }
}

/** The URL at which this machine, or with PUBLIC_URL everybody, reaches Purr, without a slash at its end. */
export function readUrl(env: Environment = process.env): string {
  return publicUrl(env) ?? readLocalUrl(env)
}

/** The URL of the dashboard: {@link readUrl}, or that of this machine where PUBLIC_URL has a path. */
export function readPagesUrl(env: Environment = process.env): string {
  const url = readUrl(env)
  return servesPages(url) ? url : readLocalUrl(env)
}

/** Whether the dashboard and /docs are at a URL of Purr: they cannot be under a path, only prompts and calls can. */
export function servesPages(url: string): boolean {
  return new URL(url).pathname === '/'
}

/** The URL at which this machine reaches Purr, without a slash at its end. */
export function readLocalUrl(env: Environment = process.env): string {
  const listening = host(env)
  const address = ['0.0.0.0', '::', '*'].includes(listening) ? '127.0.0.1' : listening
  const port = whole(env, 'PORT', 8080, 0, 65_535)
  const scheme = tlsFiles(env) === undefined ? 'http' : 'https'
  return `${scheme}://${authorityOf(address, port)}`
}

/** Where Purr listens. An address of IPv6 may have the brackets that it has in a URL. */
function host(env: Environment): string {
  return env.HOST?.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1'
}

/** The folder that has a folder for each model: by default the one that comes with Purr. */
export function readModelsDir(env: Environment = process.env): string {
  return env.MODELS_DIR || dirname(MODEL_FOLDER)
}

function whole(env: Environment, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`${name} is "${text}": set it to a whole number from ${least} to ${most}`)
}

function oneOf<Word extends string>(
  env: Environment,
  name: string,
  otherwise: Word,
  words: readonly Word[],
): Word {
  const text = env[name] || otherwise
  const word = words.find((each) => each === text)
  if (word !== undefined) return word
  throw new ConfigError(`${name} is "${text}": set it to one of ${words.join(', ')}`)
}

function databaseUrl(env: Environment): string | undefined {
  const url = env.DATABASE_URL
  if (!url || (/^postgres(ql)?:\/\//.test(url) && isReadable(url))) return url || undefined
  throw new ConfigError(
    'DATABASE_URL is not the URL of a Postgres database: set it to postgres://user:password@host:5432/name, and write #, /, ? and % in the password as %23, %2F, %3F and %25',
  )
}

function apiKey(env: Environment, name: string): string | undefined {
  const key = env[name]
  if (!key || keyPrefix(key) !== undefined) return key || undefined
  throw new ConfigError(
    `${name} is not well formed: set it to a key that "${shellCommand('run purr key generate')}" prints`,
  )
}

function publicUrl(env: Environment): string | undefined {
  const text = env.PUBLIC_URL
  if (!text) return undefined
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return url.href.replace(/\/+$/, '')
  throw new ConfigError(
    `PUBLIC_URL is "${text}": set it to the http or https URL of Purr, such as https://purr.example.com`,
  )
}

/** The fewest characters of a secret that cannot be guessed. */
const MIN_SECRET = 32

function secret(env: Environment, name: string): string | undefined {
  const secret = env[name]
  if (!secret || secret.length >= MIN_SECRET) return secret || undefined
  throw new ConfigError(
    `${name} has fewer than ${MIN_SECRET} characters: set it to what "openssl rand -hex 32" prints`,
  )
}

/** Servers that have the same secret for prompts have the same for sessions, without another variable. */
function sessionSecret(env: Environment): string | undefined {
  const ofPrompts = secret(env, 'PROMPT_SECRET')
  const derived = ofPrompts && new Bun.CryptoHasher('sha256', ofPrompts).update('sessions').digest('hex')
  return secret(env, 'SESSION_SECRET') ?? derived
}

/** The e-mail address, in lower case, of a person who is operator. */
export function readOperatorEmail(env: Environment = process.env): string | undefined {
  const email = env.OPERATOR_EMAIL
  if (!email || isEmail(email)) return email?.toLowerCase() || undefined
  throw new ConfigError(
    `OPERATOR_EMAIL is "${email}": set it to the e-mail address of a person, such as ada@example.com`,
  )
}

function tlsFiles(env: Environment): TlsFiles | undefined {
  const pair = both(
    env,
    ['TLS_CERT_FILE', 'the PEM file with the certificate of TLS_KEY_FILE'],
    ['TLS_KEY_FILE', 'the PEM file with the key of TLS_CERT_FILE'],
  )
  return pair && { certFile: pair[0], keyFile: pair[1] }
}

function twilioAuthToken(env: Environment): string | undefined {
  const token = env.TWILIO_AUTH_TOKEN
  if (!token || /^[0-9a-f]{32}$/i.test(token)) return token || undefined
  throw new ConfigError(
    'TWILIO_AUTH_TOKEN is not well formed: set it to the 32 characters of the auth token in the Twilio console',
  )
}

function stripeKeys(env: Environment): StripeKeys | undefined {
  const pair = both(
    env,
    ['STRIPE_SECRET_KEY', "the secret key of the account, from the API keys in Stripe's dashboard"],
    [
      'STRIPE_WEBHOOK_SECRET',
      "the signing secret of the endpoint /billing/stripe/webhook in Stripe's dashboard",
    ],
  )
  return pair && { secretKey: pair[0], webhookSecret: pair[1] }
}

function wyoming(env: Environment): WyomingOptions | undefined {
  const key = apiKey(env, 'WYOMING_API_KEY')
  if (!env.WYOMING_PORT && key === undefined) return undefined
  if (!env.WYOMING_PORT)
    throw new ConfigError(
      'WYOMING_PORT is missing: set it to a port, such as 10200, or unset WYOMING_API_KEY',
    )
  if (key === undefined)
    throw new ConfigError('WYOMING_API_KEY is missing: set it to the key that pays for what is spoken')
  const port = whole(env, 'WYOMING_PORT', 0, 0, 65_535)
  return { port, host: env.WYOMING_HOST || '127.0.0.1', apiKey: key }
}

function metrics(env: Environment): MetricsConfig | undefined {
  if (!env.METRICS_PORT) return undefined
  return { port: whole(env, 'METRICS_PORT', 0, 0, 65_535), host: env.METRICS_HOST || '127.0.0.1' }
}

/** The standard variables of OpenTelemetry, as far as they say where spans are sent, and which. */
function tracing(env: Environment): TracingConfig | undefined {
  const url = collector(env)
  if (url === undefined || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const sampler = oneOf(env, 'OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS)
  return {
    url,
    protocol: collectorProtocol(env),
    headers: pairs(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
    resource: {
      'service.name': 'purr',
      ...pairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
      ...(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}),
    },
    sampler,
    ratio: samplerRatio(env),
  }
}

function collector(env: Environment): string | undefined {
  const isWhole = !!env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const name = isWhole ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const example = `http://localhost:4318${isWhole ? '/v1/traces' : ''}`
    throw new ConfigError(
      `${name} is "${text}": set it to the http or https URL of a collector, such as ${example}`,
    )
  }
  return isWhole ? url.href : `${url.href.replace(/\/+$/, '')}/v1/traces`
}

function collectorProtocol(env: Environment): ProtocolName {
  const name = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const word = env[name] || 'http/protobuf'
  const protocol = PROTOCOLS.find((each) => each === word)
  if (protocol !== undefined) return protocol
  throw new ConfigError(
    `${name} is "${word}": set it to ${PROTOCOLS.join(' or ')}, and the URL to the port that takes it, mostly 4318`,
  )
}

/** Names and values. They may hold a key, so the error does not show them. */
function pairs(env: Environment, name: string): Record<string, string> {
  const parts = (env[name] ?? '').split(',').map((part) => part.trim())
  const pairs = parts.filter((part) => part !== '').map((part) => /^([^\s=]+)\s*=\s*(\S*)$/.exec(part))
  try {
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!)]))
  } catch {
    throw new ConfigError(
      `${name} is not well formed: set it to name=value, with commas between several and %20 for a space`,
    )
  }
}

function samplerRatio(env: Environment): number {
  const text = env.OTEL_TRACES_SAMPLER_ARG
  if (!text) return 1
  const ratio = Number(text)
  if (/^[\d.]+$/.test(text) && ratio >= 0 && ratio <= 1) return ratio
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${text}": set it to a number from 0 to 1, such as 0.1`)
}

function corsOrigins(env: Environment): CorsOrigins {
  const texts = (env.CORS_ORIGINS ?? '').split(',').map((text) => text.trim())
  if (texts.length === 1 && texts[0] === '*') return '*'
  return texts.filter((text) => text !== '').map(originOf)
}

function originOf(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin && !text.includes('*')) return url.origin
  throw new ConfigError(
    `CORS_ORIGINS has "${text}": set it to origins such as https://app.example.com, with commas between them, or to * for any`,
  )
}

/** A variable, and what to set it to. */
type Explained = readonly [name: string, advice: string]

/** Two variables that must be set together, or undefined if neither is set. */
function both(env: Environment, one: Explained, other: Explained): [string, string] | undefined {
  const [first, second] = [env[one[0]], env[other[0]]]
  if (first && second) return [first, second]
  if (!first && !second) return undefined
  const [missing, advice] = first ? other : one
  throw new ConfigError(`${missing} is missing: set it to ${advice}`)
}
