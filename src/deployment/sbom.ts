import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import {
  BUN,
  DATA,
  dependenciesOf,
  type Package,
  type Part,
  packageIn,
  partsOf,
  productionPackages,
} from './parts.ts'
import { NOT_RUN } from './prune.ts'

/*
 * `bun run build:sbom`: writes dist/sbom.cdx.json, a bill of materials in CycloneDX 1.6.
 */

/**
 * What is shipped for this system: the packages with the hashes of bun.lock, what is within those with machine code, the
 * models, and Bun. The same tree gives the same text.
 *
 * @param root the folder with package.json, bun.lock, node_modules and models
 * @throws Error when a package is not in bun.lock, or has no licence
 */
export function billOfMaterials(root: string): string {
  const own = packageIn(root)
  const purr = new Models.Component(Enums.ComponentType.Application, own.name, describedBy(own))
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: purr }) })
  const integrity = integrityOf(root)
  const shipped = shippedPackages(root)
  const components = new Map<string, Models.Component>()
  for (const [, it] of shipped) {
    const id = idOf(it)
    if (components.has(id)) continue // it is in two folders
    const component = packaged(it, integrity.get(id))
    components.set(id, component)
    bom.components.add(component)
  }
  for (const [folder, it] of [[root, own] as const, ...shipped]) {
    const from = components.get(idOf(it)) ?? purr
    for (const at of dependenciesOf(folder, root)) {
      const to = components.get(idOf(packageIn(at)))
      if (to !== undefined) from.dependencies.add(to.bomRef)
    }
  }
  for (const each of DATA) bom.components.add(dataFile(each, root))
  const bun = library(BUN, 'purr', Enums.ComponentType.Platform)
  for (const part of BUN.parts) bun.components.add(library(part, BUN.name))
  bom.components.add(bun)
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return new Serialize.JsonSerializer(normalizer).serialize(bom, { sortLists: true, space: 2 })
}

/** The packages that the image and the executable have, each with its folder. */
export function shippedPackages(root: string): [folder: string, Package][] {
  return [...productionPackages(root)].filter(([folder]) => !isLeftOut(relative(root, folder)))
}

/** True for the folder of a package that prune.ts removes. */
function isLeftOut(folder: string): boolean {
  return NOT_RUN.some((name) => `${folder}/`.startsWith(`node_modules/${name}/`))
}

function idOf({ name, version }: Package): string {
  return `${name}@${version}`
}

/** The hashes of bun.lock, as "sha512-…", by name and version. */
function integrityOf(root: string): Map<string, string> {
  const lock = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as {
    packages: Record<string, [id: string, string, object, integrity: string]>
  }
  return new Map(Object.values(lock.packages).map(([id, , , integrity]) => [id, integrity]))
}

function packaged(it: Package, integrity: string | undefined): Models.Component {
  const [, algorithm, hash] = /^(sha512)-(.+)$/.exec(integrity ?? '') ?? []
  if (algorithm === undefined) throw new Error(`bun.lock has no sha512 of ${idOf(it)}`)
  const component = new Models.Component(Enums.ComponentType.Library, it.name, {
    ...describedBy(it),
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm['SHA-512'], Buffer.from(hash!, 'base64').toString('hex')],
    ]),
  })
  for (const part of partsOf(it.name) ?? []) component.components.add(library(part, idOf(it)))
  return component
}

/** What the package.json of a package says of it. */
function describedBy({ name, version, license }: Package): Models.OptionalComponentProperties {
  if (license === undefined) throw new Error(`${name} names no licence`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { version, purl, bomRef: purl, licenses: new Models.LicenseRepository([licence(license)]) }
}

/** @param within names that which it is a part of, where the same library can be once more */
function library(part: Part, within: string, type = Enums.ComponentType.Library): Models.Component {
  const { name, version, license } = part
  const licenses = new Models.LicenseRepository([licence(license)])
  return new Models.Component(type, name, { version, licenses, bomRef: `${within}#${name}` })
}

function dataFile({ isModel, file, ...part }: (typeof DATA)[number], root: string): Models.Component {
  const { MachineLearningModel, Data } = Enums.ComponentType
  const component = library(part, file, isModel ? MachineLearningModel : Data)
  const hash = createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')
  component.hashes.set(Enums.HashAlgorithm['SHA-256'], hash)
  return component
}

function licence(spdx: string): Models.License {
  return / (OR|AND) /.test(spdx) ? new Models.LicenseExpression(spdx) : new Models.SpdxLicense(spdx)
}

if (import.meta.main) {
  const file = resolve(process.argv[2]!)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, billOfMaterials(join(import.meta.dir, '../..')))
}
