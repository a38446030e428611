import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { Glob } from 'bun'
import packageJson from '../../package.json'
import { RUNTIME } from '../support/process.ts'

const ROOT = join(import.meta.dir, '../..')
const CHART = 'src/deployment/helm/purr'
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const yaml = (file: string) => Bun.YAML.parse(read(file)) as Record<string, unknown>

/** A service of a compose file, as far as it is looked at. */
interface ComposeService {
  image: string
  build?: unknown
  environment?: Record<string, string>
  stop_grace_period?: string
}

const servicesOf = (file: string) => Object.values(yaml(file).services as Record<string, ComposeService>)
/** Those of the compose files that are Purr. */
const purrs = ['compose.yaml', 'compose.gpu.yaml'].flatMap(servicesOf).filter(({ build }) => build)
const templates = [...new Glob(`${CHART}/templates/*`).scanSync(ROOT)].map(read).join('\n')
const unit = read('src/deployment/systemd/purr.service')
const containerfile = read('Containerfile')
const values = yaml(`${CHART}/values.yaml`)
const schema = JSON.parse(read(`${CHART}/values.schema.json`))

describe('environment variables', () => {
  /** Everything that Purr's configuration reads. */
  const known = new Set(
    [...read('src/config.ts').matchAll(/\benv\.([A-Z][A-Z_]+)|'([A-Z][A-Z]*_[A-Z_]+|PORT|WORKERS)'/g)].map(
      ([, dotted, quoted]) => dotted ?? quoted!,
    ),
  )
  const places: Record<string, string[]> = {
    Containerfile: [...containerfile.matchAll(/^(?:ENV|) {1,2}([A-Z_]+)=/gm)].map(([, name]) => name!),
    'the compose files': purrs.flatMap(({ environment = {} }) => Object.keys(environment)),
    'the chart': [...templates.matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name!),
    'the schema of the chart': schema.properties.env.propertyNames.not.enum,
    'the unit': [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name!),
  }

  test.each(Object.keys(places))('of %s are those that Purr reads', (place) => {
    const names = places[place]!
    expect(names).not.toEqual([])
    expect(names.filter((name) => !known.has(name) && !name.startsWith('BUN_'))).toEqual([])
  })

  test('that the chart sets itself cannot be set a second time', () => {
    const reserved = new Set(places['the schema of the chart'])
    expect(places['the chart']!.filter((name) => !reserved.has(name))).toEqual([])
  })
})

test('every way to start Purr tells Bun the same', () => {
  const told = (text: string) => {
    const settings = [...text.matchAll(/\b(BUN_CONFIG_MAX_HTTP_REQUESTS|BUN_JSC_\w+)(?:=|: ')(\d+)/g)]
    return Object.fromEntries(settings.map(([, name, value]) => [name, value]))
  }
  expect(RUNTIME).toEqual({
    BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
    BUN_JSC_forceRAMSize: String(512 * 1024 ** 2),
    BUN_JSC_maxNumWasmFastMemories: '1024',
    BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '1000000',
  })
  for (const other of [containerfile, unit, read('src/deployment/executable/launcher.ts')])
    expect(told(other)).toEqual(RUNTIME)
})

describe('versions', () => {
  test('are those of package.json', () => {
    const { appVersion } = yaml(`${CHART}/Chart.yaml`)
    expect(appVersion).toBe(packageJson.version)
    expect(new Set(purrs.map(({ image }) => image))).toEqual(
      new Set([`localhost/purr:${packageJson.version}`]),
    )
  })

  test('of Bun are the one that Purr is tested with', () => {
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base!)
    expect(new Set(bases)).toEqual(new Set([`docker.io/oven/bun:${Bun.version}-slim`]))
  })

  test('of other images are named', () => {
    const images = ['compose.yaml', 'compose.gpu.yaml'].flatMap(servicesOf).map(({ image }) => image)
    expect(images.filter((image) => !/:v?\d/.test(image))).toEqual([])
  })
})

test('the proxy knows every Purr of compose.yaml', () => {
  const services = Object.entries(yaml('compose.yaml').services as Record<string, ComposeService>)
  const names = services.filter(([, { build }]) => build).map(([name]) => name)
  const servers = [...read('src/deployment/haproxy.cfg').matchAll(/^ +server (\S+) (\S+)$/gm)]
  expect(servers.map(([, name, address]) => [name!, address!])).toEqual(
    names.map((name) => [name, `${name}:8080`]),
  )
})

test('nothing ends Purr before it has ended itself', () => {
  const timeout = /SHUTDOWN_TIMEOUT = ([\d_]+)/.exec(read('src/server/shutdown.ts'))![1]!
  const own = Number(timeout.replaceAll('_', '')) / 1000
  const given = [
    /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1],
    /terminationGracePeriodSeconds: \{\{ add (\d+) \.Values\.preStopSeconds/.exec(templates)?.[1],
    ...purrs.map(({ stop_grace_period }) => /^(\d+)s$/.exec(stop_grace_period ?? '')?.[1]),
  ]
  for (const seconds of given) expect(Number(seconds)).toBeGreaterThan(own)
})

test('Kubernetes lets a start wait for an hour until a dump has ended, which keeps the tables from being changed', () => {
  const [, probe] = /startupProbe:\n((?: {12}.*\n)+)/.exec(templates)!
  const { periodSeconds, failureThreshold } = Bun.YAML.parse(probe!) as Record<string, number>
  expect(periodSeconds! * failureThreshold!).toBe(3600)
})

describe('the chart', () => {
  const validate = new Ajv({ strict: false }).compile(schema)
  const isValid = (more: object) => validate({ ...values, ...more })

  test('accepts its own values', () => {
    expect(validate(values) || validate.errors).toBe(true)
  })

  test.each([
    ['a setting that there is not', { replica: 3 }],
    ['a number in the environment', { env: { PROMPT_CACHE: 1 } }],
    ['a variable that it sets itself', { env: { PORT: '9000' } }],
    ['no Secret', { existingSecret: '' }],
    ['no workers', { workers: 0 }],
  ])('refuses %s', (_, more) => {
    expect(isValid(more)).toBe(false)
  })

  test('has every value that its templates use, and uses every value', () => {
    const used = new Set(
      [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!.replace(/\.$/, '')),
    )
    const has = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values) !==
      undefined
    expect([...used].filter((path) => !has(path))).toEqual([])
    const unused = Object.keys(values).filter((key) => ![...used].some((path) => path.split('.')[0] === key))
    expect(unused).toEqual([])
  })

  test('has a schema for every value', () => {
    expect(Object.keys(values).filter((key) => !(key in schema.properties))).toEqual([])
  })
})
