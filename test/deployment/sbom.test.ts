import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import packageJson from '../../package.json'
import { NOT_RUN } from '../../src/deployment/prune.ts'
import { billOfMaterials } from '../../src/deployment/sbom.ts'

const ROOT = join(import.meta.dir, '../..')
const SCHEMAS = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const schema = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8'))

interface Component {
  readonly type: string
  readonly name: string
  readonly version?: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly object[]
  readonly components?: readonly Component[]
}

const text = billOfMaterials(ROOT)
const bom: { readonly components: readonly Component[] } = JSON.parse(text)
const packages = bom.components.filter(({ purl }) => purl !== undefined)
const named = (name: string) => bom.components.find((each) => each.name === name)!

test('the bill of materials follows the schema of CycloneDX 1.6', () => {
  const ajv = addFormats(new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } }))
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const isValid = ajv.compile(schema('bom-1.6'))
  isValid(bom)
  expect(isValid.errors ?? []).toEqual([])
  expect(isValid({ ...bom, components: [{ type: 'voice', name: 'Grace' }] })).toBe(false)
})

test('it has every package that is shipped with its licence and hash, and none that is not', () => {
  for (const [name, version] of Object.entries(packageJson.dependencies)) {
    const isShipped = !NOT_RUN.some((each) => name === each || name.startsWith(`${each}/`))
    const found = packages.find((each) => each.name === name)
    expect([name, found?.version]).toEqual([name, isShipped ? version : undefined])
  }
  expect(packages.length).toBeGreaterThan(60)
  expect(packages.map(({ name }) => name)).not.toContain('ajv')
  for (const { name, purl, hashes, licenses } of packages) {
    expect(purl).toStartWith(`pkg:npm/${name.replace('@', '%40')}@`)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    expect(licenses).toHaveLength(1)
  }
})

test('it has what is within packages, the models, the data and Bun', () => {
  const partsOf = (name: string) => named(name).components?.map((part) => part.name)
  expect(partsOf('wasm-media-encoders')).toEqual(['LAME', 'libvorbis'])
  expect(partsOf('mpg123-decoder')).toEqual(['libmpg123'])
  expect(partsOf('@electric-sql/pglite')).toEqual(['PostgreSQL'])
  expect(partsOf('onnxruntime-node')).toContain('Eigen')
  expect(partsOf('bun')).toEqual(['JavaScriptCore', 'TinyCC'])
  for (const graph of ['plan', 'window'])
    expect(named(`gepard-1.0/${graph}`)).toMatchObject({
      type: 'machine-learning-model',
      hashes: [{ alg: 'SHA-256' }],
    })
  expect(named('CMUdict').type).toBe('data')
})

test('it is the same each time', () => {
  expect(billOfMaterials(ROOT)).toBe(text)
})
