import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkConfig } from '../../src/engines/model-config.ts'
import { KINDS } from '../../src/engines/registry.ts'
import { blocksOf } from '../documentation/blocks.ts'

const ROOT = join(import.meta.dir, '../..')
const PAGE = join(ROOT, 'src/docs/engines.md')

/** The examples of config.json on the page. */
const EXAMPLES = blocksOf(PAGE)
  .filter(({ language }) => language === 'json')
  .map(({ place, text }) => ({ place, config: JSON.parse(text) as { readonly engine: string } }))

/** Throws what a server would refuse to start with. */
async function check(config: { readonly engine: string }, place: string): Promise<void> {
  const { schema } = await KINDS[config.engine]!()
  checkConfig(config, schema, place)
}

describe('the page of models and machines', () => {
  test('has an example of every kind of engine', () => {
    const kinds = new Set(EXAMPLES.map(({ config }) => config.engine))
    expect([...kinds].toSorted()).toEqual(Object.keys(KINDS).toSorted())
  })

  test.each(EXAMPLES)('has a valid example at $place', ({ config, place }) => check(config, place))

  test('names every field of every kind', async () => {
    const text = await Bun.file(PAGE).text()
    const kinds = await Promise.all(Object.values(KINDS).map((load) => load()))
    const fields = new Set(kinds.flatMap(({ schema }) => Object.keys(schema.properties)))
    const isNamed = (field: string) => text.includes(`\`${field}\``) || text.includes(`"${field}":`)
    expect([...fields].filter((field) => !isNamed(field))).toEqual([])
  })
})

describe('compose.gpu.yaml', async () => {
  const text = await Bun.file(join(ROOT, 'compose.gpu.yaml')).text()
  const { services, configs } = Bun.YAML.parse(text) as {
    services: Record<string, { image: string; configs?: { source: string; target: string }[] }>
    configs: Record<string, { content: string }>
  }

  test('registers a model that Purr accepts, on a server of the file', async () => {
    const config = JSON.parse(configs.kokoro!.content) as { engine: string; urls: string[] }
    await check(config, 'compose.gpu.yaml')
    const [url] = config.urls
    expect(Object.keys(services)).toContain(new URL(url!).hostname)
    expect(services.purr!.configs).toEqual([{ source: 'kokoro', target: '/models/kokoro/config.json' }])
  })
})
