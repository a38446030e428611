import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { generateKey } from '../src/accounts/api-key.ts'
import { ConfigError, readConfig, readLocalUrl } from '../src/config.ts'

test('without any variable everything has a sensible value', () => {
  const { workers, ...rest } = readConfig({})
  expect(rest).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    databasePool: 10,
    apiKey: undefined,
    credits: 1_000_000,
    tier: 'tier1',
    tls: undefined,
    stripe: undefined,
    calls: { twilioAuthToken: undefined, publicUrl: undefined, announcement: undefined },
    publicUrl: undefined,
    prompts: { secret: undefined, cacheBytes: 256_000_000 },
    sessionSecret: undefined,
    operatorEmail: undefined,
    chargeDays: 400,
    wyoming: undefined,
    metrics: undefined,
    tracing: undefined,
    corsOrigins: [],
    logLevel: 'info',
    modelsDir: join(import.meta.dir, '../models'),
  })
  expect(workers).toBeGreaterThanOrEqual(1)
})

test('every variable is taken over', () => {
  const apiKey = generateKey()
  const env = {
    PORT: '9000',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/purr',
    DATABASE_URL: 'postgres://purr@db/purr',
    DATABASE_POOL: '4',
    PURR_API_KEY: apiKey,
    PURR_CREDITS: '0',
    CHARGE_DAYS: '90',
    PURR_TIER: 'tier3',
    WORKERS: '3',
    TLS_CERT_FILE: 'cert.pem',
    TLS_KEY_FILE: 'key.pem',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
    CALL_ANNOUNCEMENT: 'Hello {name}.',
    PUBLIC_URL: 'https://purr.example.com/voice/',
    PROMPT_SECRET: 'a secret of at least 32 characters',
    PROMPT_CACHE_MB: '16',
    SESSION_SECRET: 'another secret of 32 characters or more',
    OPERATOR_EMAIL: 'Ada@Example.com',
    WYOMING_PORT: '10200',
    WYOMING_HOST: '0.0.0.0',
    WYOMING_API_KEY: apiKey,
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key, x-tenant=purr',
    OTEL_SERVICE_NAME: 'purr-1',
    OTEL_RESOURCE_ATTRIBUTES:
      'service.name=other,service.instance.id=pod-7, deployment.environment.name=on%20trial',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    CORS_ORIGINS: 'https://app.example.com/, http://localhost:5173',
    LOG_LEVEL: 'debug',
    MODELS_DIR: '/srv/models',
  }
  expect(readConfig(env)).toEqual({
    port: 9000,
    host: '0.0.0.0',
    dataDir: '/var/lib/purr',
    databaseUrl: 'postgres://purr@db/purr',
    databasePool: 4,
    apiKey,
    credits: 0,
    tier: 'tier3',
    workers: 3,
    tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' },
    calls: {
      twilioAuthToken: '0123456789abcdef0123456789abcdef',
      publicUrl: 'https://purr.example.com/voice',
      announcement: 'Hello {name}.',
    },
    publicUrl: 'https://purr.example.com/voice',
    chargeDays: 90,
    prompts: { secret: 'a secret of at least 32 characters', cacheBytes: 16_000_000 },
    sessionSecret: 'another secret of 32 characters or more',
    operatorEmail: 'ada@example.com',
    wyoming: { port: 10200, host: '0.0.0.0', apiKey },
    metrics: { port: 9464, host: '0.0.0.0' },
    tracing: {
      url: 'https://collector.example.com/otlp/v1/traces',
      protocol: 'http/json',
      headers: { authorization: 'Bearer key', 'x-tenant': 'purr' },
      resource: {
        'service.name': 'purr-1',
        'service.instance.id': 'pod-7',
        'deployment.environment.name': 'on trial',
      },
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
    },
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    logLevel: 'debug',
    modelsDir: '/srv/models',
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['WORKERS', '0'],
  ['CORS_ORIGINS', 'app.example.com'],
  ['CORS_ORIGINS', 'https://app.example.com/page'],
  ['CORS_ORIGINS', 'https://*.example.com'],
  ['CORS_ORIGINS', '*, https://app.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://localhost:4317'],
  ['LOG_LEVEL', 'loud'],
  ['WORKERS', 'two'],
  ['PURR_CREDITS', '1.5'],
  ['PURR_TIER', 'gold'],
  ['PURR_TIER', 'constructor'],
  ['DATABASE_URL', 'mysql://db'],
  ['DATABASE_URL', 'postgres://purr:pass#word@db/purr'],
  ['DATABASE_URL', 'postgres://purr:pass/word@db/purr'],
  ['DATABASE_URL', 'postgres://purr:100%@db/purr'],
  ['DATABASE_POOL', '1'],
  ['PURR_API_KEY', 'secret'],
  ['TWILIO_AUTH_TOKEN', 'AC0123456789abcdef0123456789abcdef'],
  ['PUBLIC_URL', 'purr.example.com'],
  ['PUBLIC_URL', 'wss://purr.example.com'],
  ['PUBLIC_URL', 'https://purr.example.com/?a=b'],
  ['PROMPT_SECRET', 'too short'],
  ['SESSION_SECRET', 'too short'],
  ['OPERATOR_EMAIL', 'ada'],
  ['PROMPT_CACHE_MB', '15'],
  ['CHARGE_DAYS', '0'],
  ['PROMPT_CACHE_MB', '1.5'],
  ['WYOMING_API_KEY', 'secret'],
])('%s=%s is refused by name, saying what to set', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}.*set it to`))
})

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=secret%'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
])('%s=%s is refused where spans are sent, and where none are it is not looked at', (name, value) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', [name]: value }
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(new RegExp(`${name}.*set it to`))
  expect(() => readConfig(env)).not.toThrow(/secret/)
  expect(readConfig({ [name]: value }).tracing).toBeUndefined()
})

test('the URL of a Postgres may name several hosts, and a password with characters that are escaped', () => {
  const databaseUrl = 'postgres://purr:pass%23word@db1:5432,db2:5433/purr'
  expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl)
})

test('an address for traces alone is taken as it is', () => {
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/custom' }
  expect(readConfig(env).tracing).toEqual({
    url: 'http://localhost:4318/custom',
    protocol: 'http/protobuf',
    headers: {},
    resource: { 'service.name': 'purr' },
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
})

test.each([
  ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'the key of TLS_CERT_FILE'],
  ['TLS_KEY_FILE', 'TLS_CERT_FILE', 'the certificate of TLS_KEY_FILE'],
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'the signing secret of the endpoint /billing/stripe/webhook',
  ],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY', 'the secret key of the account'],
])('%s without %s is refused', (given, missing, advice) => {
  const env = { [given]: 'given', [missing]: '' }
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(new RegExp(`${missing} is missing: set it to .*${advice}`))
})

test.each([
  ['WYOMING_PORT', '10200', 'WYOMING_API_KEY'],
  ['WYOMING_API_KEY', generateKey(), 'WYOMING_PORT'],
])('%s without its other half is refused', (given, value, missing) => {
  expect(() => readConfig({ [given]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [given]: value })).toThrow(new RegExp(`${missing} is missing: set it to`))
})

test('a Wyoming server listens on the loopback interface, on a port that there is', () => {
  const env = { WYOMING_PORT: '10200', WYOMING_API_KEY: generateKey() }
  expect(readConfig(env).wyoming?.host).toBe('127.0.0.1')
  expect(() => readConfig({ ...env, WYOMING_PORT: '70000' })).toThrow(/WYOMING_PORT is "70000": set it to/)
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', PURR_API_KEY: '', TLS_CERT_FILE: '' }).port).toBe(8080)
})

test.each([
  [undefined, 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['[::]', 'http://127.0.0.1:8080'],
  ['*', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
  ['[::1]', 'http://[::1]:8080'],
  ['10.0.0.7', 'http://10.0.0.7:8080'],
])('with HOST=%s this machine reaches Purr at %s', (HOST, address) => {
  expect(readLocalUrl({ HOST })).toBe(address)
})

test('servers with the same secret for prompts share one for sessions, from which the other cannot be seen', () => {
  const [one, other] = ['a secret of at least 32 characters', 'another secret of 32 characters or more']
  const derived = (PROMPT_SECRET: string) => readConfig({ PROMPT_SECRET }).sessionSecret!
  expect(derived(one)).toMatch(/^[0-9a-f]{64}$/)
  expect(derived(one)).toBe(derived(one))
  expect(derived(one)).not.toBe(derived(other))
})

test('pages of any origin are let in by *', () => {
  expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toBe('*')
})

test('the service is named by OTEL_RESOURCE_ATTRIBUTES too, and OTEL_SDK_DISABLED turns tracing off', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=speech',
  }
  expect(readConfig(env).tracing?.resource).toEqual({ 'service.name': 'speech' })
  expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'True' }).tracing).toBeUndefined()
  expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'false' }).tracing).toBeDefined()
})
